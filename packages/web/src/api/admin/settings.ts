import type { ChangeSettingsBody } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { queryKeys } from '../query-keys.ts';
import { adminKeys } from './keys.ts';

/** Returns the settings of the server. */
export function useServerSettings() {
  return useQuery({
    queryKey: adminKeys.settings,
    queryFn: async ({ signal }) => (await call('listSettings', { signal })).items,
    staleTime: 0,
  });
}

/** Changes settings. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSettingsBody) => call('changeSettings', { body }),
    onSuccess: ({ items }) => {
      client.setQueryData(adminKeys.settings, items);
      void client.invalidateQueries({ queryKey: queryKeys.announcement });
    },
  });
}
