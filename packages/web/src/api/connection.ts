import type { AgentId } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Whether an agent of the reader's own is there. No signal says so, hence it is asked while the page is looked at: often where one waits for it. */
export function useAgentConnection(id: AgentId, { isWaiting = false } = {}) {
  return useQuery({
    queryKey: queryKeys.connection(id),
    queryFn: async ({ signal }) => (await call('getConnection', { params: { agentId: id }, signal })).item,
    refetchInterval: isWaiting ? 2_000 : 15_000,
    staleTime: 0,
  });
}
