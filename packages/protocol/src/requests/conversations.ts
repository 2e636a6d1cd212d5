import { z } from 'zod';
import { blockRegistry, isBlockType, type ReadBlock } from '../blocks/registry.ts';
import { handle, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { agentStatus, deliveryStatus } from './agents.ts';
import { person } from './people.ts';

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

export const agentMember = z.strictObject({ agentId: idSchema('agent'), handle, name: z.string() });

/** A room as it is listed: with what the caller needs to see at a glance. `userMembers` leaves the caller out. */
export const listedConversation = z.strictObject({
  conversationId: idSchema('conversation'),
  kind: z.enum(['direct', 'group']),
  agentMembers: z.array(agentMember).readonly(),
  userMembers: z.array(person).readonly(),
  creatorUserId: idSchema('user'),
  createdAt: timestamp,
  lastMessage: z.strictObject({ seq: z.int(), preview: z.string(), createdAt: timestamp }).nullable(),
  unreadCount: z.int().min(0),
  /** The newest `seq` that the caller has read; 0 before any. */
  readSeq: z.int().min(0),
  muted: z.boolean(),
  /** Why messages do not reach the room's agent now, if it is not `live`; null without an agent. */
  agentStatus: agentStatus.nullable(),
});

export const queuedDelivery = z.strictObject({
  agentId: idSchema('agent'),
  deliveryId: idSchema('delivery'),
  dispatchedAt: timestamp.nullable(),
  status: deliveryStatus,
});

/** The answer to a send: the stored message and one entry for each queued delivery. */
export const sentMessage = z.strictObject({
  messageId: idSchema('message'),
  conversationId: idSchema('conversation'),
  seq: z.int().min(1),
  body: z.string().nullable(),
  createdAt: timestamp,
  deliveries: z.array(queuedDelivery).readonly(),
});

/** A delivery of one's own message as it is read later. */
export const messageDelivery = queuedDelivery.extend({
  nextAttemptAt: timestamp.nullable(),
  attemptCount: z.int().min(0),
});

export const messageAuthor = z.strictObject({
  type: z.enum(['user', 'agent', 'platform']),
  id: z.union([idSchema('user'), idSchema('agent')]).nullable(),
  name: z.string(),
});

/** A message as read. `seq` is null while it is an open draft (`partial` true), which is listed last. */
export const message = z.strictObject({
  messageId: idSchema('message'),
  conversationId: idSchema('conversation'),
  seq: z.int().min(1).nullable(),
  author: messageAuthor,
  body: z.string().nullable(),
  blocks: z.array(z.custom<ReadBlock>(isReadBlock)).readonly(),
  createdAt: timestamp,
  replyToDeliveryId: idSchema('delivery').nullable(),
  partial: z.boolean(),
  /** There on the caller's own messages only. */
  deliveries: z.array(messageDelivery).readonly().optional(),
  notify: z.boolean(),
  formStates: z.record(z.string(), z.strictObject({ answered: z.boolean() })),
});

export type AgentMember = z.infer<typeof agentMember>;
export type ListedConversation = z.infer<typeof listedConversation>;
/** A room as its creator gets it back. */
export type Conversation = Pick<ListedConversation, 'conversationId' | 'kind' | 'agentMembers' | 'userMembers'>;
export type QueuedDelivery = z.infer<typeof queuedDelivery>;
export type SentMessage = z.infer<typeof sentMessage>;
export type MessageDelivery = z.infer<typeof messageDelivery>;
export type MessageAuthor = z.infer<typeof messageAuthor>;
export type Message = z.infer<typeof message>;

function isReadBlock(value: unknown): boolean {
  const type = (value as { type?: unknown } | null)?.type;
  return isBlockType(type) && blockRegistry[type].read.safeParse(value).success;
}
