import type { AgentId, UserId, WaitingConsent, WaitingItem } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** What waits for the reader's decision besides approvals, the oldest first. */
export function useWaiting() {
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: async ({ signal }) => (await call('listWaiting', { signal })).items,
  });
}

/** What an agent asks the reader for now; null where nothing, or where it is not known. */
export function useConsent(id: AgentId | null): WaitingConsent | null {
  const { data } = useWaiting();
  const isIt = (item: WaitingItem): item is WaitingConsent => item.kind === 'consent' && item.agentId === id;
  return data?.find(isIt) ?? null;
}

/** Has scopes of an agent wait no more, without a decision on them. */
export function usePutScopesAside(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scopes: string[]) => call('putScopesAside', { params: { agentId: id }, body: { scopes } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.waiting }),
  });
}

/** What came of the reader's own wish to seat an agent; null where they have not asked, undefined until it is read. */
export function useOwnAccessRequest(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.ownAccessRequests,
    queryFn: async ({ signal }) => (await call('listOwnAccessRequests', { query: { limit: 200 }, signal })).items,
    select: (items) => items.find(({ agentId }) => agentId === id) ?? null,
  });
}

/** Asks an agent's owner to let the reader seat it. */
export function useRequestAccess(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call('requestAccess', { params: { agentId: id }, body: note === '' ? {} : { note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownAccessRequests }),
  });
}

/** Who asked to seat an agent of the reader's, newest first. */
export function useAccessRequests(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.accessRequests(id),
    queryFn: async ({ signal }) =>
      (await call('listAccessRequests', { params: { agentId: id }, query: { limit: 200 }, signal })).items,
  });
}

/** Lets people in, or not. */
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
