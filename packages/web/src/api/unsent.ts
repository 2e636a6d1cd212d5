import type { ConversationId } from '@parley/protocol';
import type { OutgoingMessage } from './outgoing.ts';

/** The unsent message that stands for its room. */
export interface Unsent {
  readonly message: OutgoingMessage;
  /** Whether it was tried and could not be sent, or waits behind such a message; else it is being sent for the first time. */
  readonly isStuck: boolean;
}

/** Returns the unsent message to show for each room: the newest that is stuck, else the newest. `all` is in the order of sending. */
export function unsentByRoom(all: readonly OutgoingMessage[]): ReadonlyMap<ConversationId, Unsent> {
  const rooms = new Map<ConversationId, Unsent>();
  const waiting = new Set<ConversationId>();
  for (const message of all) {
    const { conversationId, state } = message;
    if (state === 'waiting') waiting.add(conversationId);
    const isStuck = state === 'failed' || waiting.has(conversationId);
    if (isStuck || !rooms.get(conversationId)?.isStuck) rooms.set(conversationId, { message, isStuck });
  }
  return rooms;
}
