import type { AgentId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the offer of one of the user's own agents; null if it is offered to nobody. */
export function useTransfer(id: AgentId) {
  return useQuery({
    queryKey: queryKeys.transfer(id),
    queryFn: async ({ signal }) => (await call('getTransfer', { params: { agentId: id }, signal })).item,
  });
}

/** Offers an agent to the person with a handle. */
export function useOfferAgent(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (handle: string) => call('offerAgent', { params: { agentId: id }, body: { handle } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.transfer(id) }),
  });
}

/** Accepts an agent that was offered to the user, refuses it, or takes back an offer of the user's own. */
export function useDecideTransfer(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isAccepted: boolean) => {
      const params = { agentId: id };
      if (isAccepted) await call('acceptTransfer', { params });
      else await call('endTransfer', { params });
    },
    onSuccess: () =>
      Promise.all(
        [queryKeys.waiting, queryKeys.agents, queryKeys.transfer(id)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
