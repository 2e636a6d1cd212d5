import { z } from 'zod';
import { blockRegistry, isBlockType, type ReadBlock } from '../blocks/registry.ts';
import { chosenTitle, handle, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { agentStatus, deliveryStatus } from './agents.ts';
import { asset } from './assets.ts';
import { attentionFields, namesSomething, nothingNamed, notifyLevel } from './attention.ts';
import { person } from './people.ts';

/** POST /v1/conversations. More than one agent has a refusal of its own, so the bound here is wide. */
export const openConversationBody = z
  .strictObject({
    agentIds: z.array(idSchema('agent')).max(limits.openingPeople).default([]),
    userIds: z.array(idSchema('user')).max(limits.openingPeople).default([]),
  })
  .meta({ id: 'OpenConversationBody' });

const blockIndex = z.int().min(0);
const chosenBlock = { messageId: idSchema('message'), block: blockIndex };

/** A choice in another message: an action of a block, or the purchase of a card. */
const choice = z
  .union([
    z.strictObject({ ...chosenBlock, payload: z.string().min(1).max(200) }),
    z.strictObject({ ...chosenBlock, purchase: z.literal(true) }),
  ])
  .meta({ id: 'Choice' });

/** POST /v1/conversations/{id}/messages: text only, never blocks. With `choice` the text is that of the choice. */
export const sendMessageBody = z
  .strictObject({ text: z.string().min(1).max(limits.messageCharacters), choice: choice.optional() })
  .meta({ id: 'SendMessageBody' });

/** PATCH /v1/conversations/{id}/messages/{messageId}: the new text. */
export const editMessageBody = z
  .strictObject({ text: z.string().min(1).max(limits.messageCharacters) })
  .meta({ id: 'EditMessageBody' });

/** POST /v1/conversations/{id}/members: an agent or a person, exactly one of the two. */
export const addMemberBody = z
  .union([z.strictObject({ agentId: idSchema('agent') }), z.strictObject({ userId: idSchema('user') })])
  .meta({ id: 'AddMemberBody' });

/** Which messages of people the agent of a conversation gets: all, or those that mention its handle. */
const agentHears = z.enum(['all', 'mentions']);

/** PATCH /v1/conversations/{id}: at least one field. `title` has 1 to 80 characters, or is null for none. */
export const updateConversationBody = z
  .strictObject({ title: chosenTitle(80).nullable().optional(), agentHears: agentHears.optional() })
  .refine(namesSomething, nothingNamed)
  .meta({ id: 'UpdateConversationBody', minProperties: 1 });

/** PUT /v1/conversations/{id}/read. */
export const markReadBody = z.strictObject({ seq: z.int().min(0) }).meta({ id: 'MarkReadBody' });

/** PUT /v1/conversations/{id}/preferences: at least one field. */
export const conversationPreferencesBody = z
  .strictObject({ ...attentionFields, pinned: z.boolean().optional(), archived: z.boolean().optional() })
  .refine(namesSomething, nothingNamed)
  .meta({ id: 'ConversationPreferencesBody', minProperties: 1 });

export const agentMember = z
  .strictObject({
    agentId: idSchema('agent'),
    handle,
    name: z.string(),
    /** Its picture; left out if it has none. */
    avatarAssetId: idSchema('asset').optional(),
  })
  .meta({ id: 'AgentMember' });

/** One member of a conversation: its agent, or a person. */
export const member = z.union([agentMember, person]).meta({ id: 'Member' });

/** A room in the list of rooms, with a summary for the caller. `userMembers` leaves the caller out. */
export const listedConversation = z
  .strictObject({
    conversationId: idSchema('conversation'),
    kind: z.enum(['direct', 'group']),
    /** The room's title; null until a member sets one. */
    title: z.string().nullable(),
    agentMembers: z.array(agentMember).readonly(),
    userMembers: z.array(person).readonly(),
    creatorUserId: idSchema('user'),
    createdAt: timestamp,
    lastMessage: z.strictObject({ seq: z.int(), preview: z.string(), createdAt: timestamp }).nullable(),
    unreadCount: z.int().min(0),
    /** The newest `seq` that the caller has read; 0 if none. */
    readSeq: z.int().min(0),
    muted: z.boolean(),
    /** The level of push notifications. The quieter of the room's and the agent's level applies. */
    notify: notifyLevel,
    /** The room is muted until this time. */
    mutedUntil: timestamp.nullable(),
    /** The status of the room's agent, which receives messages only while `live`; null without an agent. */
    agentStatus: agentStatus.nullable(),
    /** Which messages of people the agent gets: all, or those that mention its handle. */
    agentHears,
    /** Whether the caller pinned it: pinned rooms are listed first. */
    pinned: z.boolean(),
    /** Whether the caller archived it and no message has come since: archived rooms have a list of their own. */
    archived: z.boolean(),
    /** Messages older than so many days are deleted: the shorter of the server's and the room's period; null: none are. */
    messagesDays: z.int().min(1).nullable(),
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

/** A delivery of the caller's own message, with its retry state. */
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

const calledAgent = z.strictObject({ agentId: idSchema('agent'), name: z.string() });

/**
 * A call between agents. `calledAt` is the time of the platform's line about the call, `answeredAt` that of its line about the answer;
 * null until there is one. A call ends without an answer 10 minutes after it, when a person stops its caller, and when its caller gives
 * another answer.
 */
export const messageAgentCall = z
  .strictObject({
    from: calledAgent,
    to: calledAgent,
    calledAt: timestamp,
    answeredAt: timestamp.nullable(),
    state: z.enum(['pending', 'answered', 'ended']),
  })
  .meta({ id: 'MessageAgentCall' });

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
    /** Present on the caller's own messages only. */
    deliveries: z.array(messageDelivery).readonly().optional(),
    /** Present, and true, on a message of the caller if the caller stopped its answer. */
    stopped: z.literal(true).optional(),
    /** Present, and true, on a message of the caller if the agent reported that it could not answer. */
    failed: z.literal(true).optional(),
    /** Agents that the answering agent has called and that have not answered yet. */
    asking: z.array(calledAgent).readonly(),
    /** Present on the message by which an agent called another, and on the message by which that one answered. */
    agentCall: messageAgentCall.optional(),
    notify: z.boolean(),
    formStates: z.record(z.string(), z.strictObject({ answered: z.boolean() })),
    /** The choice that this message makes in another one; null if it makes none. */
    choice: z.strictObject({ messageId: idSchema('message'), block: blockIndex, label: z.string() }).nullable(),
    /** The caller's choices in this message, by the index of the block. */
    choiceStates: z.record(z.string(), z.strictObject({ label: z.string() })),
    /** Whether the message was deleted. It keeps its place and its author; `body` is null and `blocks` is empty. */
    deleted: z.boolean(),
    /** When the message was last edited; null if never. */
    editedAt: timestamp.nullable(),
    /** How many times the message was edited. */
    revision: z.int().min(0),
    /** How people reacted, the kind that was used first before the others. At most 20 kinds; none on a draft. */
    reactions: z.array(z.strictObject({ emoji: z.string(), count: z.int().min(1), mine: z.boolean() })).readonly(),
  })
  .meta({ id: 'Message' });

/** One version of a message, as the caller reads it. Revision 0 is the original. */
export const messageRevision = z
  .strictObject({
    revision: z.int().min(0),
    body: z.string().nullable(),
    blocks: message.shape.blocks,
    at: timestamp,
  })
  .meta({ id: 'MessageRevision' });

/** A reaction of one person. `userId` and `handle` are theirs. */
export const messageReaction = z
  .strictObject({ emoji: z.string(), userId: idSchema('user'), handle })
  .meta({ id: 'MessageReaction' });

/** 200 of a message's reactions, in the order in which people reacted. */
export const messageReactions = z
  .strictObject({ items: z.array(messageReaction).readonly() })
  .meta({ id: 'MessageReactions' });

/** 200 of a message's revisions: every version in ascending order, the current one last; empty after a deletion. */
export const messageRevisions = z
  .strictObject({ items: z.array(messageRevision).readonly() })
  .meta({ id: 'MessageRevisions' });

/** A message in a search result. */
export const foundMessage = z
  .strictObject({
    messageId: idSchema('message'),
    conversationId: idSchema('conversation'),
    seq: z.int().min(1),
    author: messageAuthor,
    /** Plain text of one line, at most 200 characters around the first matching word; `…` marks an omission. */
    snippet: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'FoundMessage' });

/** A file that its owner shared in a room: in a message, as an attachment, or as the picture of a card. */
export const roomFile = z.strictObject({ ...asset.shape, owner: messageAuthor }).meta({ id: 'RoomFile' });

export type Choice = z.infer<typeof choice>;
export type RoomFile = z.infer<typeof roomFile>;
export type FoundMessage = z.infer<typeof foundMessage>;
export type Member = z.infer<typeof member>;
export type AgentMember = z.infer<typeof agentMember>;
export type ListedConversation = z.infer<typeof listedConversation>;
/** A room as the creator receives it. */
export type Conversation = Pick<ListedConversation, 'conversationId' | 'kind' | 'agentMembers' | 'userMembers'>;
export type QueuedDelivery = z.infer<typeof queuedDelivery>;
export type SentMessage = z.infer<typeof sentMessage>;
export type MessageDelivery = z.infer<typeof messageDelivery>;
export type MessageAuthor = z.infer<typeof messageAuthor>;
export type Message = z.infer<typeof message>;
export type MessageReaction = z.infer<typeof messageReaction>;
export type MessageRevision = z.infer<typeof messageRevision>;

function isReadBlock(value: unknown): boolean {
  const type = (value as { type?: unknown } | null)?.type;
  return isBlockType(type) && blockRegistry[type].read.safeParse(value).success;
}
