import type { User } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Changes the user's own profile. */
export function useEditProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<User, 'displayName' | 'locale' | 'timezone'>) => call('editProfile', { body }),
    onSuccess: ({ item }) => client.setQueryData(queryKeys.session, item),
  });
}

/** Returns the used part and the limit of each quota. */
export function useQuota() {
  return useQuery({
    queryKey: queryKeys.quota,
    queryFn: async ({ signal }) => (await call('getQuota', { signal })).items,
    staleTime: 0,
  });
}
