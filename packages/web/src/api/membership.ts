import type { AgentId, Membership, RouteCall } from '@parley/protocol';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the user's membership with an agent; reads nothing if the id is null. */
export function useMembership(id: AgentId | null) {
  return useQuery({
    queryKey: queryKeys.membership(id),
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await call('getMembership', { params: { agentId: id }, signal })).item,
  });
}

export type MembershipChange = NonNullable<RouteCall<'setMembershipPreferences'>['body']>;

/** Mutes, unmutes, blocks or unblocks an agent. */
export function useMembershipPreferences(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MembershipChange) => call('setMembershipPreferences', { params: { agentId: id }, body }),
    // Optimistic update: it shows at once, and reverts if the request fails.
    onMutate: ({ muted, notify, mutedUntil, blocked }) => {
      client.setQueryData<Membership>(
        queryKeys.membership(id),
        (held) =>
          held && {
            ...held,
            muted: muted ?? held.muted,
            notify: notify ?? held.notify,
            mutedUntil: mutedUntil === undefined ? held.mutedUntil : mutedUntil,
            blocked: blocked ?? held.blocked,
          },
      );
    },
    onSuccess: ({ item }) => client.setQueryData(queryKeys.membership(id), item),
    onError: () => client.invalidateQueries({ queryKey: queryKeys.membership(id) }),
  });
}
