import type { AgentId } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Several agents of one page share one read. A page opened later reads again, because it shows counts. */
const staleTime = 2000;

/** Returns how often each agent asked the user in the last seven days. */
export function useAttention() {
  return useQuery({
    queryKey: queryKeys.attention,
    queryFn: async ({ signal }) => (await call('readAttention', { query: { days: '7' }, signal })).items,
    staleTime,
  });
}

/** Returns how often an agent of the user asked people in the last seven days; null if too few were asked. */
export function useAgentAttention(agentId: AgentId) {
  return useQuery({
    queryKey: queryKeys.agentAttention(agentId),
    queryFn: async ({ signal }) =>
      (await call('readAgentAttention', { params: { agentId }, query: { days: '7' }, signal })).item,
    staleTime,
  });
}
