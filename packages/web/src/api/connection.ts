import type { AgentId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Returns whether one of the user's own agents is connected. There is no change signal for it, so it is polled while the page is visible,
 * more often while the user waits for it.
 */
export function useAgentConnection(id: AgentId, { isWaiting = false } = {}) {
  return useQuery({
    queryKey: queryKeys.connection(id),
    queryFn: async ({ signal }) => (await call('getConnection', { params: { agentId: id }, signal })).item,
    refetchInterval: isWaiting ? 2_000 : 15_000,
    staleTime: 0,
  });
}

/** Ends every stream on which the user listens to their agent. */
export function useEndListening(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('endListening', { params: { agentId: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.connection(id) }),
  });
}
