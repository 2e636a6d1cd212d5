import type { ConversationId, User } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { putMessage } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox, OutboxNews } from './outbox.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { attachmentBlock } from './attachment-block.ts';
import { outgoingStore } from './outgoing-store.ts';
import { noteNewest } from './room-list.ts';
import { leadAmongTabs, newKey } from './tabs.ts';

/** The outbox of the signed-in person. */
export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no outbox here.');
  return outbox;
}

/** Everything of the person's that is not sent yet, in any room. */
export function useAllOutgoing(): readonly OutgoingMessage[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/** This room's messages on their way. */
export function useOutgoing(conversationId: ConversationId): readonly OutgoingMessage[] {
  const all = useAllOutgoing();
  return useMemo(() => all.filter((message) => message.conversationId === conversationId), [all, conversationId]);
}

/** An outbox that posts to the server and puts what was stored into what the app holds. */
export function createServerOutbox(client: QueryClient, me: User): Outbox {
  const name = `parley-outbox-${me.userId}`;
  const channel = new BroadcastChannel(name);
  const outbox = createOutbox({
    store: outgoingStore(me.userId),
    post: ({ conversationId, text, attachment, key }) => {
      const to = { params: { conversationId }, idempotencyKey: key };
      if (!attachment) return call('sendMessage', { ...to, body: { text } });
      const { assetId, filename } = attachment;
      return call('sendAttachment', { ...to, body: { assetId, filename } });
    },
    onStored(outgoing, stored) {
      const message = {
        messageId: stored.messageId,
        conversationId: stored.conversationId,
        seq: stored.seq,
        author: { type: 'user', id: me.userId, name: me.displayName },
        body: outgoing.attachment ? null : (stored.body ?? outgoing.text),
        blocks: outgoing.attachment ? [attachmentBlock(outgoing.attachment)] : [],
        createdAt: stored.createdAt,
        replyToDeliveryId: null,
        partial: false,
        deliveries: stored.deliveries.map((each) => ({ ...each, nextAttemptAt: null, attemptCount: 0 })),
        notify: false,
        formStates: {},
      } as const;
      putMessage(client, message);
      noteNewest(client, stored.conversationId, [message], me.userId);
    },
    tell: (news) => channel.postMessage(news),
    listen: (hear) => {
      channel.onmessage = ({ data }: MessageEvent<OutboxNews>) => hear(data);
      return () => channel.close();
    },
    lead: (leadership) => leadAmongTabs(name, leadership),
    newKey,
    now: () => new Date(),
  });
  return outbox;
}
