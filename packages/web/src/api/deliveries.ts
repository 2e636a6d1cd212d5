import type { AgentId, DeliveryId, DeliveryLogEntry } from '@parley/protocol';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export type DeliveryFilter = DeliveryLogEntry['status'] | 'all';

/** Returns an agent's delivery log, newest first, in pages. Refetches every few seconds while it is shown. */
export function useDeliveryLog(id: AgentId, filter: DeliveryFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.deliveries(id, filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const status = filter === 'all' ? undefined : filter;
      const query = { limit: 25, status, cursor: pageParam === '' ? undefined : pageParam };
      return call('listDeliveries', { params: { agentId: id }, query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 5000,
  });
}

/** Returns one delivery with its attempts. */
export function useDelivery(id: AgentId, deliveryId: DeliveryId) {
  return useQuery({
    queryKey: queryKeys.delivery(id, deliveryId),
    queryFn: async ({ signal }) => (await call('getDelivery', { params: { agentId: id, deliveryId }, signal })).item,
    staleTime: 0,
    refetchInterval: 5000,
  });
}

/** Sends a delivery again from its stored bytes. */
export function useReplayDelivery(id: AgentId, deliveryId: DeliveryId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('replayDelivery', { params: { agentId: id, deliveryId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['deliveries', id] }),
        client.invalidateQueries({ queryKey: queryKeys.delivery(id, deliveryId) }),
      ]),
  });
}
