import type { AgentId, DeliveryId, DeliveryLogEntry, DeliveryLogItem, Item, Page } from '@parley/protocol';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

export type DeliveryFilter = DeliveryLogEntry['status'] | 'all';

/** An agent's delivery log, newest first, a page at a time; it is read again every few seconds while it is shown. */
export function useDeliveryLog(id: AgentId, filter: DeliveryFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.deliveries(id, filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '25' });
      if (filter !== 'all') query.set('status', filter);
      if (pageParam !== '') query.set('cursor', pageParam);
      return request<Page<DeliveryLogEntry>>('GET', `/v1/agents/${id}/deliveries?${query}`, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 5000,
  });
}

/** One delivery with its attempts. */
export function useDelivery(id: AgentId, deliveryId: DeliveryId) {
  return useQuery({
    queryKey: queryKeys.delivery(id, deliveryId),
    queryFn: async ({ signal }) =>
      (await request<Item<DeliveryLogItem>>('GET', `/v1/agents/${id}/deliveries/${deliveryId}`, { signal })).item,
    staleTime: 0,
  });
}

/** Sends a delivery again from its stored bytes. */
export function useReplayDelivery(id: AgentId, deliveryId: DeliveryId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<Item<DeliveryLogEntry>>('POST', `/v1/agents/${id}/deliveries/${deliveryId}/replay`),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['deliveries', id] }),
        client.invalidateQueries({ queryKey: queryKeys.delivery(id, deliveryId) }),
      ]),
  });
}
