import type { AdminPerson } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { exportLookMs } from '../exports.ts';
import { adminKeys } from './keys.ts';

type UserId = AdminPerson['userId'];

/** Returns the exports that the user asked for of this person. */
export function useExportsOf(userId: UserId) {
  return useQuery({
    queryKey: adminKeys.exportsOf(userId),
    queryFn: async ({ signal }) => (await call('listExports', { query: { userId }, signal })).items,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') === true ? exportLookMs : false,
  });
}

/** Asks for an export of a person's data. */
export function useExportPerson(userId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly password?: string }) => call('exportPerson', { params: { userId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.exportsOf(userId) }),
  });
}

/** Has a person erased. */
export function useErasePerson(userId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly confirm: string; readonly password?: string }) =>
      call('erasePerson', { params: { userId }, body }),
    onSuccess: ({ item }) => {
      client.setQueryData(adminKeys.person(userId), item);
      void client.invalidateQueries({ queryKey: adminKeys.people });
    },
  });
}
