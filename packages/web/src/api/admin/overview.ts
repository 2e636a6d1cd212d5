import { useQuery } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys } from './keys.ts';

/** Returns the figures of the server. */
export function useOverview() {
  return useQuery({
    queryKey: adminKeys.overview,
    queryFn: async ({ signal }) => (await call('getOverview', { signal })).item,
    staleTime: 0,
  });
}
