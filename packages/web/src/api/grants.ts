import type { AgentId, Grant, Membership } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { readPages } from './read-pages.ts';

/** Grants beyond this many are not listed. */
const listedAtMost = 1000;

/** Two components of one page share one read. A page opened later reads again, because it shows the use counts. */
const freshForMs = 2000;

/** Returns the user's grants to agents, newest first. */
export function useGrants() {
  return useQuery({ queryKey: queryKeys.grants, queryFn: ({ signal }) => readAll(signal), staleTime: freshForMs });
}

/** Grants an agent exactly these scopes, and records consent to its current request. */
export function useGrantScopes(id: AgentId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scopes: string[]) => call('grantScopes', { params: { agentId: id }, body: { scopes } }),
    // Optimistic update: the switch turns at once, and turns back if the request fails.
    onMutate(grantedScopes) {
      client.setQueryData<Membership>(queryKeys.membership(id), (held) => held && { ...held, grantedScopes });
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.membership(id) }),
    onSuccess({ item }) {
      client.setQueryData(queryKeys.membership(id), item);
      void client.invalidateQueries({ queryKey: queryKeys.waiting });
      return client.invalidateQueries({ queryKey: queryKeys.grants });
    },
  });
}

function readAll(signal: AbortSignal): Promise<readonly Grant[]> {
  return readPages((cursor) => call('listGrants', { query: { limit: 200, cursor }, signal }), listedAtMost);
}
