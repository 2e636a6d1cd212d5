import type { Message } from '@parley/protocol';
import { endedCalls, toldCallLines } from '../../api/agent-calls.ts';
import type { OutgoingMessage } from '../../api/outbox.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { stoppedDeliveries } from '../../api/stop.ts';
import { isOutdated } from '../../api/turn.ts';
import { isSameDay } from '../../ui/format-time.ts';
import { callWords } from '../../words/calls.ts';
import { pressedChoices } from './pressed-choices.ts';

/** Messages of one author within this time share one name heading. */
const groupedWithinMs = 5 * 60_000;

export interface MessageRow {
  readonly kind: 'message';
  readonly key: string;
  readonly message: Message;
  readonly isOwn: boolean;
  /** Whether the author's name is shown, because the previous message has another author, is older, or is of another day. */
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
  /** Whether the next line of the room is the platform's, and says that the answer to this message failed. */
  readonly isToldBelow: boolean;
  /** The number of messages in the room. */
  readonly setSize: number;
  /** Whether the user stopped this answer before it was complete. */
  readonly isStopped: boolean;
  /** Whether this is the user's own text without an answer of an agent, so that it can be taken back and sent again. */
  readonly canTakeBack: boolean;
  /** Whether an agent has answered it. */
  readonly isAnswered: boolean;
  /** Whether the agent has the text before an edit, and the user has not sent the present one as a later message. */
  readonly canSendAgain: boolean;
  /** Whether the user is editing it. */
  readonly isEditing: boolean;
  /** Whether it is deleted, or will be unless the user undoes it. */
  readonly isDeleted: boolean;
  /** The user's choices in the blocks of the message. */
  readonly said: Message['choiceStates'];
  /** The label of the choice that the user pressed; null if the user typed the text. */
  readonly chose: string | null;
  /** A sentence about the call between agents that the message is part of, which folds it; null for none. */
  readonly call: string | null;
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
  /** The newest `seq` that was read when the room was opened; null for no divider. */
  readonly readSeq: number | null;
  /** The known number of messages in the room. */
  readonly setSize: number;
  /** The ids of the messages that the user is editing. */
  readonly editing?: ReadonlySet<string>;
  /** The ids of the messages that this tab deletes in a moment. */
  readonly deleting?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the rows of a room, oldest first: settled messages with a heading for each day and one divider before the first
 * message that was unread when the room was opened, then the open drafts, then the user's unsent messages.
 */
export function buildTimeline(input: TimelineInput): TimelineRow[] {
  const { held, outgoing, ownUserId, readSeq, setSize, editing = none, deleting = none } = input;
  const rows: TimelineRow[] = [];
  const messages = [...held.settled, ...held.drafts];
  const firstUnread = readSeq === null ? undefined : firstUnreadOf(held, ownUserId, readSeq);
  const { said, chose } = pressedChoices(messages, outgoing, ownUserId);
  const stopped = stoppedDeliveries(held);
  const answered = new Set(held.settled.map(({ replyToDeliveryId }) => replyToDeliveryId));
  const isAnswered = ({ deliveries = [] }: Message) =>
    deliveries.some(({ deliveryId }) => answered.has(deliveryId) && !stopped.has(deliveryId));
  const canTakeBack = (message: Message) =>
    message.body !== null &&
    !chose.has(message.messageId) &&
    (message.deliveries ?? []).length > 0 &&
    !isAnswered(message);
  const told = toldCallLines(messages);
  const hasCall = ({ agentCall }: Message) => agentCall !== undefined;
  const ended = endedCalls(messages);
  let before: Message | undefined;
  let isUnread = false;
  let hasUnread = false;
  for (const [index, message] of messages.entries()) {
    if (message === firstUnread) isUnread = true;
    if (told.has(message.messageId)) continue;
    if (!before || !isSameDay(before.createdAt, message.createdAt)) {
      rows.push({ kind: 'day', key: `day-${message.messageId}`, iso: message.createdAt });
    }
    const startsUnread = isUnread && !hasUnread;
    if (startsUnread) rows.push({ kind: 'unread', key: 'unread' });
    hasUnread ||= isUnread;
    rows.push({
      kind: 'message',
      key: message.messageId,
      message,
      isOwn: message.author.id === ownUserId,
      startsGroup: !before || startsUnread || hasCall(before) || hasCall(message) || !isGrouped(before, message),
      endsGroup: !messages[index + 1] || !isGrouped(message, messages[index + 1] as Message),
      isToldBelow: message.failed === true && messages[index + 1]?.author.type === 'platform',
      setSize,
      isStopped: message.replyToDeliveryId !== null && stopped.has(message.replyToDeliveryId),
      canTakeBack: canTakeBack(message),
      isAnswered: isAnswered(message),
      canSendAgain: isOutdated(message) && !isSentAgain(message, input),
      isEditing: editing.has(message.messageId),
      isDeleted: message.deleted || deleting.has(message.messageId),
      said: said.get(message.messageId) ?? message.choiceStates,
      chose: chose.get(message.messageId) ?? null,
      call: sentenceOf(message, ended.has(message.messageId)),
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

function sentenceOf({ agentCall }: Message, isEnded: boolean): string | null {
  if (!agentCall) return null;
  const { from, to, calledAt, answeredAt } = agentCall;
  const isOpen = isEnded ? callWords.noAnswer : callWords.noAnswerYet;
  const answer = answeredAt === null ? isOpen : callWords.answeredIn(Date.parse(answeredAt) - Date.parse(calledAt));
  return `${callWords.asked(from.name, to.name)} · ${answer}`;
}

function isSentAgain({ seq, body }: Message, { held, outgoing, ownUserId }: TimelineInput): boolean {
  const isSame = (each: Message) => each.author.id === ownUserId && each.body === body && (each.seq ?? 0) > (seq ?? 0);
  return held.settled.some(isSame) || outgoing.some(({ text }) => text === body);
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
