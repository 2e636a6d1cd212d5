import type { AgentId } from '@parley/protocol';
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

/** Mutes or blocks an agent, or takes that back. */
export function useMembershipPreferences(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { muted?: boolean; blocked?: boolean }) =>
      call('setMembershipPreferences', { params: { agentId: id }, body }),
    onSuccess: ({ item }) => client.setQueryData(queryKeys.membership(id), item),
  });
}
