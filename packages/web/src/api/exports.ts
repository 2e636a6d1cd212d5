import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** How often a running export is looked at. */
export const exportLookMs = 2000;

/** Returns the exports of the user's data. While one is being made, they are read again every two seconds. */
export function useExports() {
  return useQuery({
    queryKey: queryKeys.exports,
    queryFn: async ({ signal }) => (await call('listExports', { signal })).items,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') === true ? exportLookMs : false,
  });
}

/** Asks for an export of the user's data. */
export function useAskExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('askExport'),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.exports }),
  });
}
