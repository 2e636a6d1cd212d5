import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys } from './keys.ts';

/** How often a running backup is looked at. */
const whileRunningMs = 2000;

/** Returns the newest 200 backups that servers made. While one is running, they are read again every two seconds. */
export function useBackups() {
  return useQuery({
    queryKey: adminKeys.backups,
    queryFn: async ({ signal }) => (await call('listBackups', { signal })).items,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') === true ? whileRunningMs : false,
  });
}

/** Makes a backup now. */
export function useMakeBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly password?: string }) => call('makeBackup', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.backups }),
  });
}
