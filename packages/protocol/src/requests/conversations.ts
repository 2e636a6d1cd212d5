import { z } from 'zod';
import { blockRegistry, isBlockType, type ReadBlock } from '../blocks/registry.ts';
import { chosenName, handle, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { agentStatus, deliveryStatus } from './agents.ts';
import { asset } from './assets.ts';
import { attentionFields, namesSomething, nothingNamed, notifyLevel } from './attention.ts';
import { person } from './people.ts';

/** POST /v1/conversations. That two agents are too many is a refusal of its own, so the bound here is wide. */
export const openConversationBody = z
  .strictObject({
    agentIds: z.array(idSchema('agent')).max(limits.conversationPeople).default([]),
    userIds: z.array(idSchema('user')).max(limits.conversationPeople).default([]),
  })
  .meta({ id: 'OpenConversationBody' });

/** POST /v1/conversations/{id}/messages: text only, never blocks. */
export const sendMessageBody = z
  .strictObject({ text: z.string().min(1).max(limits.messageCharacters) })
  .meta({ id: 'SendMessageBody' });

/** POST /v1/conversations/{id}/members: an agent or a person, exactly one of the two. */
export const addMemberBody = z
  .union([z.strictObject({ agentId: idSchema('agent') }), z.strictObject({ userId: idSchema('user') })])
  .meta({ id: 'AddMemberBody' });

/** PATCH /v1/conversations/{id}: what a conversation is called, 1 to 80 characters, or null for no name. */
export const renameConversationBody = z
  .strictObject({ title: chosenName(80).nullable() })
  .meta({ id: 'RenameConversationBody' });

/** PUT /v1/conversations/{id}/read. */
export const markReadBody = z.strictObject({ seq: z.int().min(0) }).meta({ id: 'MarkReadBody' });

/** PUT /v1/conversations/{id}/preferences: at least one of them. */
export const conversationPreferencesBody = z
  .strictObject(attentionFields)
  .refine(namesSomething, nothingNamed)
  .meta({ id: 'ConversationPreferencesBody', minProperties: 1 });

export const agentMember = z
  .strictObject({ agentId: idSchema('agent'), handle, name: z.string() })
  .meta({ id: 'AgentMember' });

/** One member of a conversation: its agent, or a person. */
export const member = z.union([agentMember, person]).meta({ id: 'Member' });

/** A room as it is listed: with what the caller needs to see at a glance. `userMembers` leaves the caller out. */
export const listedConversation = z
  .strictObject({
    conversationId: idSchema('conversation'),
    kind: z.enum(['direct', 'group']),
    /** What its people call it; null until somebody names it. */
    title: z.string().nullable(),
    agentMembers: z.array(agentMember).readonly(),
    userMembers: z.array(person).readonly(),
    creatorUserId: idSchema('user'),
    createdAt: timestamp,
    lastMessage: z.strictObject({ seq: z.int(), preview: z.string(), createdAt: timestamp }).nullable(),
    unreadCount: z.int().min(0),
    /** The newest `seq` that the caller has read; 0 before any. */
    readSeq: z.int().min(0),
    muted: z.boolean(),
    /** What the caller is sent pushes of; of room and agent the quieter counts. */
    notify: notifyLevel,
    /** The room counts as muted while this lies ahead. */
    mutedUntil: timestamp.nullable(),
    /** Why messages do not reach the room's agent now, if it is not `live`; null without an agent. */
    agentStatus: agentStatus.nullable(),
  })
  .meta({ id: 'Conversation' });

export const queuedDelivery = z
  .strictObject({
    agentId: idSchema('agent'),
    deliveryId: idSchema('delivery'),
    dispatchedAt: timestamp.nullable(),
    status: deliveryStatus,
  })
  .meta({ id: 'QueuedDelivery' });

/** The answer to a send: the stored message and one entry for each queued delivery. */
export const sentMessage = z
  .strictObject({
    messageId: idSchema('message'),
    conversationId: idSchema('conversation'),
    seq: z.int().min(1),
    body: z.string().nullable(),
    createdAt: timestamp,
    deliveries: z.array(queuedDelivery).readonly(),
  })
  .meta({ id: 'SentMessage' });

/** A delivery of one's own message as it is read later. */
export const messageDelivery = queuedDelivery
  .extend({
    nextAttemptAt: timestamp.nullable(),
    attemptCount: z.int().min(0),
  })
  .meta({ id: 'MessageDelivery' });

export const messageAuthor = z
  .strictObject({
    type: z.enum(['user', 'agent', 'platform']),
    id: z.union([idSchema('user'), idSchema('agent')]).nullable(),
    name: z.string(),
  })
  .meta({ id: 'MessageAuthor' });

/** A message as read. `seq` is null while it is an open draft (`partial` true), which is listed last. */
export const message = z
  .strictObject({
    messageId: idSchema('message'),
    conversationId: idSchema('conversation'),
    seq: z.int().min(1).nullable(),
    author: messageAuthor,
    body: z.string().nullable(),
    blocks: z.array(z.custom<ReadBlock>(isReadBlock).meta({ id: 'Block' })).readonly(),
    createdAt: timestamp,
    replyToDeliveryId: idSchema('delivery').nullable(),
    partial: z.boolean(),
    /** There on the caller's own messages only. */
    deliveries: z.array(messageDelivery).readonly().optional(),
    /** There, and true, on the caller's own messages whose answer they have stopped. */
    stopped: z.literal(true).optional(),
    notify: z.boolean(),
    formStates: z.record(z.string(), z.strictObject({ answered: z.boolean() })),
  })
  .meta({ id: 'Message' });

/** A message that a search has found. */
export const foundMessage = z
  .strictObject({
    messageId: idSchema('message'),
    conversationId: idSchema('conversation'),
    seq: z.int().min(1),
    author: messageAuthor,
    /** Plain text of one line, at most 200 characters around the first word that matches; `…` stands for what is left out. */
    snippet: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'FoundMessage' });

/** A file that its owner showed in a room: in a message, an attachment, or as the picture of a card. */
export const roomFile = z.strictObject({ ...asset.shape, owner: messageAuthor }).meta({ id: 'RoomFile' });

export type RoomFile = z.infer<typeof roomFile>;
export type FoundMessage = z.infer<typeof foundMessage>;
export type Member = z.infer<typeof member>;
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
