import type { BlockedPerson } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { findPerson } from './people.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the people that the user has blocked, newest first. */
export function useBlockedPeople() {
  return useQuery({
    queryKey: queryKeys.blockedPeople,
    queryFn: async ({ signal }) => (await call('listBlockedPeople', { query: { limit: 200 }, signal })).items,
    staleTime: 0,
  });
}

/** Blocks the person with a handle; returns null if no person has it. */
export function useBlockHandle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (handle: string) => {
      const person = await findPerson(handle);
      if (person) await call('blockPerson', { params: { userId: person.userId } });
      return person;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.blockedPeople }),
  });
}

/** Unblocks a person. */
export function useUnblockPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: BlockedPerson['userId']) => call('unblockPerson', { params: { userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.blockedPeople }),
  });
}
