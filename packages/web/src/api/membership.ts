import type { AgentId, Membership, RouteCall } from '@parley/protocol';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The caller's own relation to an agent; nothing is read where there is no agent. */
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

/** Mutes or blocks an agent, or takes that back. */
export function useMembershipPreferences(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MembershipChange) => call('setMembershipPreferences', { params: { agentId: id }, body }),
    // It shows at once, and goes back where it was not kept.
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
