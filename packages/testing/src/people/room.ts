import type { ConversationId } from '@parley/protocol';

/** A conversation, as the people in it name it. */
export interface Room {
  readonly conversationId: ConversationId;
}

/** Somebody who can be in a room: a person, or an agent. */
export type Guest = { readonly userId: string } | { readonly agentId: string };

/** Where a person acts; by default in the room where they were last, or in a new one with the world's only agent. */
export interface Where {
  readonly in?: Room;
  /** The room with this agent: the newest, or a new one. */
  readonly to?: { readonly agentId: string };
}
