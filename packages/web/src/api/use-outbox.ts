import type { ConversationId, Message, User } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { call } from './call.ts';
import { putMessage, refreshMessage } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox, OutboxNews } from './outbox.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { attachmentBlock } from './attachment-block.ts';
import { outgoingStore } from './outgoing-store.ts';
import { noteNewest } from './room-list.ts';
import { newKey } from './new-key.ts';
import { leadAmongTabs } from './tabs.ts';

/** The outbox of the signed-in person. */
export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no outbox here.');
  return outbox;
}

/** Returns all unsent messages of the person, in any room. */
export function useAllOutgoing(): readonly OutgoingMessage[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.list);
}

/** Returns this room's unsent messages. */
export function useOutgoing(conversationId: ConversationId): readonly OutgoingMessage[] {
  const all = useAllOutgoing();
  return useMemo(() => all.filter((message) => message.conversationId === conversationId), [all, conversationId]);
}

/** Returns an outbox that posts to the server and adds stored messages to the cache. */
export function createServerOutbox(client: QueryClient, me: User): Outbox {
  const name = `parley-outbox-${me.userId}`;
  const channel = new BroadcastChannel(name);
  const outbox = createOutbox({
    store: outgoingStore(me.userId),
    post: ({ conversationId, text, attachment, choice, key }) => {
      // Sent as the author, even if another person is signed in by now: the server then refuses it.
      const to = { params: { conversationId }, idempotencyKey: key, as: me.userId };
      if (!attachment) return call('sendMessage', { ...to, body: { text, ...(choice && { choice: choice.choice }) } });
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
        asking: [],
        formStates: {},
        choice: chosenIn(outgoing),
        choiceStates: {},
        deleted: false,
        editedAt: null,
        revision: 0,
        reactions: [],
      } as const;
      putMessage(client, message);
      noteNewest(client, stored.conversationId, [message], me.userId);
    },
    onChosenBefore({ conversationId, choice }) {
      if (choice) void refreshMessage(client, conversationId, choice.choice.messageId).catch(() => undefined);
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

function chosenIn({ choice: outgoing }: OutgoingMessage): Message['choice'] {
  if (!outgoing) return null;
  const { messageId, block } = outgoing.choice;
  return { messageId, block, label: outgoing.label };
}
