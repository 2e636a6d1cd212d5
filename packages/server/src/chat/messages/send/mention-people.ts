import { mentionedHandles, type MessageId } from '@parley/protocol';
import { findUsersByHandle } from '../../../accounts/users/queries.ts';
import type { Signal } from '../../../platform/signals/signal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { PeopledConversationRow } from '../../conversations/queries.ts';
import { newsOfMentions } from '../../notifications/mention-members.ts';
import { notify, type NewNotification } from '../../notifications/notify.ts';
import { textOf } from '../../transcript/preview.ts';
import type { SendMessage } from './send.ts';

/** Whom the messages of a batch mention. */
export interface Mentions {
  handlesIn(send: SendMessage): ReadonlySet<string>;
  /** Records that a message was written, whose mentioned members are to be notified. */
  note(send: SendMessage, conversation: PeopledConversationRow, messageId: MessageId): void;
  /** Writes the notifications. Returns the signals to publish after the commit. */
  write(tx: Tx, nowMs: number): Promise<Signal[]>;
}

/** For messages that mention nobody. */
export const noMentions: Mentions = {
  handlesIn: () => new Set(),
  note: () => undefined,
  write: async () => [],
};

/** Finds the people whose handles are in the messages. Runs no statement without a mention. */
export async function loadMentions(tx: Tx, sends: readonly SendMessage[]): Promise<Mentions> {
  const handles = new Map(sends.map((send) => [send, handlesOf(send)]));
  const handlesIn = (send: SendMessage) => handles.get(send) ?? new Set();
  const people = await findUsersByHandle(tx, [...new Set(sends.flatMap((send) => [...handlesIn(send)]))]);
  const news: NewNotification[] = [];
  return {
    handlesIn,
    note(send, conversation, messageId) {
      const named = [...handlesIn(send)].flatMap((handle) => people.get(handle) ?? []);
      news.push(...newsOfMentions(conversation, { messageId, mentionedBy: send.sender.userId }, named));
    },
    write: (tx, nowMs) => notify(tx, news, nowMs),
  };
}

function handlesOf({ text, blocks }: SendMessage): ReadonlySet<string> {
  return mentionedHandles(textOf({ body: text, blocks: [...(blocks ?? [])] }));
}
