import type { ConversationId, DeliveryId, Message } from '@parley/protocol';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** Returns the user's own message behind a delivery if it is among the newest of one of the user's rooms; else null. */
export function useDeliveryMessage(id: ConversationId | undefined, deliveryId: DeliveryId) {
  return useQuery({
    queryKey: ['delivery-message', id, deliveryId],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }): Promise<Message | null> => {
            const { items } = await call('listMessages', {
              params: { conversationId: id },
              query: { limit: 200 },
              signal,
            });
            return items.find(({ deliveries }) => deliveries?.some((one) => one.deliveryId === deliveryId)) ?? null;
          },
    retry: false,
  });
}
