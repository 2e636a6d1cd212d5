import { z } from 'zod';
import type { ReadBlock } from '../blocks/registry.ts';
import type { AgentId, ConversationId, DeliveryId, MessageId, UserId } from '../ids.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import type { DeliveryStatus } from './agents.ts';
import type { Person } from './people.ts';

/** POST /v1/conversations. That two agents are too many is a refusal of its own, so the bound here is wide. */
export const openConversationBody = z.strictObject({
  agentIds: z.array(idSchema('agent')).max(limits.conversationPeople).default([]),
  userIds: z.array(idSchema('user')).max(limits.conversationPeople).default([]),
});

/** POST /v1/conversations/{id}/messages: text only, never blocks. */
export const sendMessageBody = z.strictObject({ text: z.string().min(1).max(limits.messageCharacters) });

/** POST /v1/conversations/{id}/members: an agent or a person, exactly one of the two. */
export const addMemberBody = z.union([
  z.strictObject({ agentId: idSchema('agent') }),
  z.strictObject({ userId: idSchema('user') }),
]);

/** PUT /v1/conversations/{id}/read. */
export const markReadBody = z.strictObject({ seq: z.int().min(0) });

/** PUT /v1/conversations/{id}/preferences. */
export const conversationPreferencesBody = z.strictObject({ muted: z.boolean() });

export interface AgentMember {
  readonly agentId: AgentId;
  readonly handle: string;
  readonly name: string;
}

/** A room as its creator gets it back. `userMembers` leaves the caller out. */
export interface Conversation {
  readonly conversationId: ConversationId;
  readonly kind: 'direct' | 'group';
  readonly agentMembers: readonly AgentMember[];
  readonly userMembers: readonly Person[];
}

/** A room as it is listed: with what the caller needs to see at a glance. */
export interface ListedConversation extends Conversation {
  readonly creatorUserId: UserId;
  readonly createdAt: string;
  readonly lastMessage: { readonly seq: number; readonly preview: string; readonly createdAt: string } | null;
  readonly unreadCount: number;
  /** The newest `seq` that the caller has read; 0 before any. */
  readonly readSeq: number;
  readonly muted: boolean;
  /** Why messages do not reach the room's agent now, or null. */
  readonly agentStatus: 'live' | 'paused' | 'deleted' | null;
}

/** The answer to a send: the stored message and one entry for each queued delivery. */
export interface SentMessage {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly body: string | null;
  readonly createdAt: string;
  readonly deliveries: readonly QueuedDelivery[];
}

export interface QueuedDelivery {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly dispatchedAt: string | null;
  readonly status: DeliveryStatus;
}

/** A delivery of one's own message as it is read later. */
export interface MessageDelivery extends QueuedDelivery {
  readonly nextAttemptAt: string | null;
  readonly attemptCount: number;
}

export interface MessageAuthor {
  readonly type: 'user' | 'agent' | 'platform';
  readonly id: UserId | AgentId | null;
  readonly name: string;
}

/** A message as read. `seq` is null while it is an open draft (`partial` true), which is listed last. */
export interface Message {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly seq: number | null;
  readonly author: MessageAuthor;
  readonly body: string | null;
  readonly blocks: readonly ReadBlock[];
  readonly createdAt: string;
  readonly replyToDeliveryId: DeliveryId | null;
  readonly partial: boolean;
  /** There on the caller's own messages only. */
  readonly deliveries?: readonly MessageDelivery[];
  readonly notify: boolean;
  readonly formStates: Readonly<Record<string, { readonly answered: boolean }>>;
}
