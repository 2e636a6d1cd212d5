import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

/** Where the demo can be open without its link: on a server of the reader’s own machine. */
const isOwnMachine = /^(localhost|127\.|\[::1\])/.test(window.location.hostname);

/** Returns whether the demo lets this browser in. */
export function useIsDemoOpen(): boolean {
  const { data = false } = useQuery({
    queryKey: ['demo'],
    enabled: isOwnMachine,
    queryFn: async ({ signal }) =>
      (await request<{ open?: boolean }>('GET', '/demo', { signal, as: null })).open === true,
  });
  return data;
}

/** Signs in as the demo’s person, and begins the app again in their room. */
export function useOpenDemo() {
  return useMutation({
    mutationFn: () => request<undefined>('POST', '/demo', { as: null }),
    onSuccess: () => window.location.assign('/'),
  });
}
