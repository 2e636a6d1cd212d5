import type { AgentId, Item, Membership } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** The caller's own relation to an agent; nothing is read where there is no agent. */
export function useMembership(id: AgentId | null) {
  return useQuery({
    queryKey: queryKeys.membership(id),
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await request<Item<Membership>>('GET', `/v1/agents/${id}/membership`, { signal })).item,
  });
}

/** Mutes or blocks an agent, or takes that back. */
export function useMembershipPreferences(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { muted?: boolean; blocked?: boolean }) =>
      request<Item<Membership>>('PUT', `/v1/agents/${id}/membership/preferences`, { body }),
    onSuccess: ({ item }) => client.setQueryData(queryKeys.membership(id), item),
  });
}
