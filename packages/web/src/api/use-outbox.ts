import type { ConversationId, User } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { putMessage } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox, OutgoingMessage } from './outbox.ts';
import { queryKeys } from './query-keys.ts';

/** The outbox of the signed-in person. */
export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no outbox here.');
  return outbox;
}

/** This room's messages on their way. */
export function useOutgoing(conversationId: ConversationId): readonly OutgoingMessage[] {
  const outbox = useOutbox();
  const all = useSyncExternalStore(outbox.subscribe, outbox.list);
  return useMemo(() => all.filter((message) => message.conversationId === conversationId), [all, conversationId]);
}

/** An outbox that posts to the server and puts what was stored into what the app holds. */
export function createServerOutbox(client: QueryClient, me: User): Outbox {
  return createOutbox({
    post: ({ conversationId, text, key }) =>
      call('sendMessage', { params: { conversationId }, body: { text }, idempotencyKey: key }),
    onStored(outgoing, stored) {
      putMessage(client, {
        messageId: stored.messageId,
        conversationId: stored.conversationId,
        seq: stored.seq,
        author: { type: 'user', id: me.userId, name: me.displayName },
        body: stored.body ?? outgoing.text,
        blocks: [],
        createdAt: stored.createdAt,
        replyToDeliveryId: null,
        partial: false,
        deliveries: stored.deliveries.map((each) => ({ ...each, nextAttemptAt: null, attemptCount: 0 })),
        notify: false,
        formStates: {},
      });
      void client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
    newKey: () => crypto.randomUUID(),
    now: () => new Date(),
  });
}
