import type { Message } from '@parley/protocol';
import type { OutgoingMessage } from '../../api/outbox.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { stoppedDeliveries } from '../../api/stop.ts';
import { isSameDay } from '../../ui/format-time.ts';
import { pressedChoices } from './pressed-choices.ts';

/** Messages of one author this close together stand under one name. */
const groupedWithinMs = 5 * 60_000;

export interface MessageRow {
  readonly kind: 'message';
  readonly key: string;
  readonly message: Message;
  readonly isOwn: boolean;
  /** Whether the author is named here, because the message before is another's, older or on another day. */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
  /** How many messages the room has. */
  readonly setSize: number;
  /** Whether the reader stopped this before it was whole. */
  readonly isStopped: boolean;
  /** Whether these are the reader's own words, which no agent has answered. */
  readonly canEdit: boolean;
  /** What the reader said next, where that is a choice that the message offers. */
  readonly said: string | null;
  /** What stands on the choice that the reader pressed to say this; null where it is the reader's own words. */
  readonly chose: string | null;
}

export type TimelineRow =
  | MessageRow
  | { readonly kind: 'day'; readonly key: string; readonly iso: string }
  | { readonly kind: 'unread'; readonly key: string }
  | {
      readonly kind: 'outgoing';
      readonly key: string;
      readonly outgoing: OutgoingMessage;
      readonly startsGroup: boolean;
      readonly isBehind: boolean;
      readonly chose: string | null;
    };

export interface TimelineInput {
  readonly held: RoomMessages;
  readonly outgoing: readonly OutgoingMessage[];
  readonly ownUserId: string;
  /** The newest `seq` that had been read when the room was opened; null for no divider. */
  readonly readSeq: number | null;
  /** How many messages the room is known to have. */
  readonly setSize: number;
}

/**
 * The rows of a room from the oldest on: settled messages with a heading for each day and one divider before the first that
 * was unread when the room was opened, then the open drafts, then one's own messages on their way.
 */
export function buildTimeline({ held, outgoing, ownUserId, readSeq, setSize }: TimelineInput): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const messages = [...held.settled, ...held.drafts];
  const firstUnread = readSeq === null ? undefined : firstUnreadOf(held, ownUserId, readSeq);
  const { said, chose } = pressedChoices(messages, outgoing, ownUserId);
  const stopped = stoppedDeliveries(held);
  const answered = new Set(held.settled.map(({ replyToDeliveryId }) => replyToDeliveryId));
  const isUnanswered = ({ body, deliveries = [], messageId }: Message) =>
    body !== null &&
    !chose.has(messageId) &&
    deliveries.length > 0 &&
    deliveries.every(({ deliveryId }) => stopped.has(deliveryId) || !answered.has(deliveryId));
  let before: Message | undefined;
  for (const [index, message] of messages.entries()) {
    if (!before || !isSameDay(before.createdAt, message.createdAt)) {
      rows.push({ kind: 'day', key: `day-${message.messageId}`, iso: message.createdAt });
    }
    if (message === firstUnread) rows.push({ kind: 'unread', key: 'unread' });
    rows.push({
      kind: 'message',
      key: message.messageId,
      message,
      isOwn: message.author.id === ownUserId,
      startsGroup: !before || message === firstUnread || !isGrouped(before, message),
      endsGroup: !messages[index + 1] || !isGrouped(message, messages[index + 1] as Message),
      setSize,
      isStopped: message.replyToDeliveryId !== null && stopped.has(message.replyToDeliveryId),
      canEdit: isUnanswered(message),
      said: said.get(message.messageId) ?? null,
      chose: chose.get(message.messageId) ?? null,
    });
    before = message;
  }
  const followsOwn = before?.author.id === ownUserId;
  for (const [index, each] of outgoing.entries()) {
    const startsGroup = index === 0 && !followsOwn;
    const isBehind = outgoing.slice(0, index).some(({ state }) => state === 'waiting');
    const pressed = chose.get(each.key) ?? null;
    rows.push({ kind: 'outgoing', key: each.key, outgoing: each, startsGroup, isBehind, chose: pressed });
  }
  return rows;
}

function firstUnreadOf(held: RoomMessages, ownUserId: string, readSeq: number): Message | undefined {
  return held.settled.find((message) => message.seq > readSeq && message.author.id !== ownUserId);
}

function isGrouped(before: Message, after: Message): boolean {
  return (
    before.author.type === after.author.type &&
    before.author.id === after.author.id &&
    isSameDay(before.createdAt, after.createdAt) &&
    Date.parse(after.createdAt) - Date.parse(before.createdAt) < groupedWithinMs
  );
}
