import type { AdminAgent, AgentId, ChangeAgentBody } from '@parley/protocol';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys, type AgentFilter } from './keys.ts';

/** Returns the agents of the server that match a filter, at most 200. */
export function useAllAgents(filter: AgentFilter) {
  return useQuery({
    queryKey: adminKeys.agentsBy(filter),
    queryFn: async ({ signal }) => (await call('listAllAgents', { query: filter, signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Returns one agent; null if it is deleted. */
export function useServerAgent(agentId: AgentId) {
  return useQuery({
    queryKey: adminKeys.agent(agentId),
    queryFn: async ({ signal }): Promise<AdminAgent | null> =>
      (await call('listAllAgents', { query: { q: agentId }, signal })).items[0] ?? null,
    staleTime: 0,
  });
}

/** Suspends an agent, ends that, or gives it a new owner. */
export function useChangeAgent(agentId: AgentId) {
  return useAgentChange(agentId, (body: ChangeAgentBody) => call('changeAgent', { params: { agentId }, body }));
}

/** Approves or rejects what waits of an agent. */
export function useDecideAgent(agentId: AgentId) {
  return useAgentChange(agentId, ({ isApproved, reason }: { readonly isApproved: boolean; readonly reason?: string }) =>
    call(isApproved ? 'approveAgent' : 'rejectAgent', { params: { agentId }, body: reason ? { reason } : {} }),
  );
}

/** Nobody has the username to give an agent to. */
export class NobodyFound extends Error {}

/** Gives an agent to the person with a handle. */
export function useGiveAgent(agentId: AgentId) {
  return useAgentChange(agentId, async (handle: string) => {
    const { items } = await call('findPeople', { query: { handle } });
    const person = items[0];
    if (!person) throw new NobodyFound();
    return call('changeAgent', { params: { agentId }, body: { ownerUserId: person.userId } });
  });
}

function useAgentChange<Body>(agentId: AgentId, change: (body: Body) => Promise<{ readonly item: AdminAgent }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ item }) => client.setQueryData(adminKeys.agent(agentId), item),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.agents }),
  });
}
