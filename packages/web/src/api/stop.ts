import type { ConversationId, Message } from '@parley/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { putMessage, refreshMessage, refreshTail, useRoomMessages } from './messages.ts';
import { RequestError } from './request.ts';
import type { RoomMessages, SettledMessage } from './room-messages.ts';

/** Returns the user's newest message with an unfinished answer, which can be stopped; null if there is no such message. */
export function stoppableAmong(held: RoomMessages | undefined): Message | null {
  const asked = held?.settled.filter(isAsked) ?? [];
  const last = asked.at(-1);
  return held && last ? (asked.findLast((each) => isUnderWay(held, each, each === last)) ?? null) : null;
}

/** Returns the user's message in this room with an answer that can be stopped now. */
export function useStoppable(id: ConversationId): Message | null {
  return stoppableAmong(useRoomMessages(id).data);
}

/** Stops the answer to a message. An answer that is already over is not an error. */
export function useStop() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (message: Message) => stopAnswer(client, message) });
}

/** Stops the answer to a message; returns whether there was one to stop. */
export async function stopAnswer(client: QueryClient, message: Message): Promise<boolean> {
  const { conversationId, messageId } = message;
  try {
    const { item } = await call('stopMessage', { params: { conversationId, messageId } });
    putMessage(client, item);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'nothing_to_stop') throw error;
    await Promise.all([refreshMessage(client, conversationId, messageId), refreshTail(client, conversationId)]);
    return false;
  }
}

/** Returns the deliveries with answers that the user has stopped. */
export function stoppedDeliveries(held: RoomMessages): ReadonlySet<string> {
  const stopped = held.settled.filter((message) => message.stopped);
  return new Set(stopped.flatMap(({ deliveries = [] }) => deliveries.map(({ deliveryId }) => deliveryId)));
}

/** Returns whether a message asks an agent. A task is cancelled, not stopped. */
function isAsked({ deliveries = [], blocks }: Message): boolean {
  return deliveries.length > 0 && !blocks.some(({ type }) => type === 'task_update');
}

function isUnderWay(held: RoomMessages, message: SettledMessage, isLast: boolean): boolean {
  const { stopped, failed, asking, deliveries = [] } = message;
  if (stopped) return false;
  // An agent that waits for another agent has not finished.
  if (asking.length > 0) return true;
  return deliveries.some(({ deliveryId, status, nextAttemptAt }) => {
    const answers = (message: Message) => message.author.type === 'agent' && message.replyToDeliveryId === deliveryId;
    if (held.drafts.some(answers)) return true;
    const isLost = status === 'failed' && nextAttemptAt === null;
    return isLast && !isLost && !failed && !held.settled.some(answers) && !hasLaterAnswer(held, message);
  });
}

/**
 * Returns whether the agent has answered a later delivery that followed from a message: a tool result or a decision. Nothing in the answer
 * says so, but a delivery that belongs to none of the user's messages is one of those, or another person's message.
 */
function hasLaterAnswer({ settled }: RoomMessages, asked: SettledMessage): boolean {
  const own = new Set(settled.flatMap(({ deliveries = [] }) => deliveries.map(({ deliveryId }) => deliveryId)));
  let unanswered = 0;
  for (const { author, seq, replyToDeliveryId } of settled) {
    if (author.type === 'user' && author.id !== asked.author.id) unanswered += 1;
    if (author.type !== 'agent' || replyToDeliveryId === null || own.has(replyToDeliveryId)) continue;
    if (unanswered > 0) unanswered -= 1;
    else if (seq > asked.seq) return true;
  }
  return false;
}
