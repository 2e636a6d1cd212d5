import type { AgentId, UserId, WaitingConsent, WaitingItem } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Returns the user's pending decisions other than approvals, oldest first. An agent that the user has not decided on is left out until it
 * needs a scope: nobody can check a request before the first word.
 */
export function useWaiting() {
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: async ({ signal }) => (await call('listWaiting', { signal })).items,
    select: (items) => items.filter((item) => item.kind !== 'consent' || !item.isFirst || item.askedAt !== null),
  });
}

/** Returns the scopes that an agent requests from the user now; null without a request or while unknown. */
export function useConsent(id: AgentId | null): WaitingConsent | null {
  const { data } = useWaiting();
  const isIt = (item: WaitingItem): item is WaitingConsent => item.kind === 'consent' && item.agentId === id;
  return data?.find(isIt) ?? null;
}

/** Dismisses an agent's requested scopes without a decision. */
export function usePutScopesAside(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scopes: string[]) => call('putScopesAside', { params: { agentId: id }, body: { scopes } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.waiting }),
  });
}

/** Returns the state of the user's own request to seat an agent; null if there is no request, undefined until it is read. */
export function useOwnAccessRequest(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.ownAccessRequests,
    queryFn: async ({ signal }) => (await call('listOwnAccessRequests', { query: { limit: 200 }, signal })).items,
    select: (items) => items.find(({ agentId }) => agentId === id) ?? null,
  });
}

/** Asks an agent's owner for permission to seat it. */
export function useRequestAccess(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call('requestAccess', { params: { agentId: id }, body: note === '' ? {} : { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownAccessRequests }),
  });
}

/** Returns the requests to seat one of the user's agents, newest first. */
export function useAccessRequests(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.accessRequests(id),
    queryFn: async ({ signal }) =>
      (await call('listAccessRequests', { params: { agentId: id }, query: { limit: 200 }, signal })).items,
  });
}

/** Accepts or declines requests to seat an agent. */
export function useResolveAccess(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, isIn }: { readonly userId: UserId; readonly isIn: boolean }) =>
      call(isIn ? 'approveAccessRequest' : 'denyAccessRequest', { params: { agentId: id, userId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.waiting }),
        client.invalidateQueries({ queryKey: queryKeys.accessRequests(id) }),
      ]),
  });
}
