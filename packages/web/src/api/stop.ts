import type { ConversationId, Message } from '@parley/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { putMessage, refreshMessage, refreshTail, useRoomMessages } from './messages.ts';
import { RequestError } from './request.ts';
import type { RoomMessages } from './room-messages.ts';

/** The newest message of the reader's whose answer is not over, so that it can be stopped; null where there is none. */
export function stoppableAmong(held: RoomMessages | undefined): Message | null {
  const asked = held?.settled.filter(isAsked) ?? [];
  const last = asked.at(-1);
  return held && last ? (asked.findLast((each) => isUnderWay(held, each, each === last)) ?? null) : null;
}

/** The reader's message in this room whose answer can be stopped now. */
export function useStoppable(id: ConversationId): Message | null {
  return stoppableAmong(useRoomMessages(id).data);
}

/** Stops the answer to a message. That it was over already is as good. */
export function useStop() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (message: Message) => stopAnswer(client, message) });
}

/** Stops the answer to a message; gives whether there was one to stop. */
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

/** Whether the reader has stopped the answer that a message is, or is part of. */
export function stoppedDeliveries(held: RoomMessages): ReadonlySet<string> {
  const stopped = held.settled.filter((message) => message.stopped);
  return new Set(stopped.flatMap(({ deliveries = [] }) => deliveries.map(({ deliveryId }) => deliveryId)));
}

/** Whether a message asks an agent. A task is cancelled instead of being stopped. */
function isAsked({ deliveries = [], blocks }: Message): boolean {
  return deliveries.length > 0 && !blocks.some(({ type }) => type === 'task_update');
}

function isUnderWay(held: RoomMessages, { stopped, deliveries = [] }: Message, isLast: boolean): boolean {
  if (stopped) return false;
  return deliveries.some(({ deliveryId, status, nextAttemptAt }) => {
    const answers = (message: Message) => message.author.type === 'agent' && message.replyToDeliveryId === deliveryId;
    if (held.drafts.some(answers)) return true;
    const isLost = status === 'failed' && nextAttemptAt === null;
    return isLast && !isLost && !held.settled.some(answers);
  });
}
