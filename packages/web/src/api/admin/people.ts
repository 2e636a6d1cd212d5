import type { AdminPerson, ChangePersonBody } from '@parley/protocol';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { queryKeys } from '../query-keys.ts';
import { adminKeys, type PeopleFilter } from './keys.ts';

/** Returns the people of the server that match a filter, newest first, in pages. */
export function usePeople(filter: PeopleFilter) {
  return useInfiniteQuery({
    queryKey: adminKeys.peopleBy(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('listPeople', { query: { ...filter, cursor: pageParam === '' ? undefined : pageParam }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** How often a person who is being erased is looked at. */
const erasingLookMs = 2000;

/** Returns one person. */
export function usePerson(userId: AdminPerson['userId']) {
  return useQuery({
    queryKey: adminKeys.person(userId),
    queryFn: async ({ signal }) => (await call('getPerson', { params: { userId }, signal })).item,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.status === 'erasing' ? erasingLookMs : false),
  });
}

/** Changes a person. Administrators may change themselves too, so the session is read again. */
export function useChangePerson(userId: AdminPerson['userId']) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePersonBody) => call('changePerson', { params: { userId }, body }),
    onSuccess: ({ item }) => {
      client.setQueryData(adminKeys.person(userId), item);
      void client.invalidateQueries({ queryKey: adminKeys.people });
      void client.invalidateQueries({ queryKey: queryKeys.session });
    },
  });
}

/** Ends all sessions and tokens of a person. */
export function useEndSessionsOfPerson(userId: AdminPerson['userId']) {
  return useMutation({ mutationFn: () => call('endSessionsOfPerson', { params: { userId } }) });
}

/** Makes a link for a new password of a person; only the answer contains it. */
export function useMakeResetLink(userId: AdminPerson['userId']) {
  return useMutation({
    mutationFn: (body: { readonly password?: string }) => call('makeResetLink', { params: { userId }, body }),
  });
}
