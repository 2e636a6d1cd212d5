import {
  limits,
  platformLine,
  type AgentId,
  type ConversationId,
  type MessageId,
  type Refusal,
  type UserId,
} from '@parley/protocol';
import { quoted } from '../../transcript/quoted.ts';
import { isOpen as isOpenAgent, type AgentRow } from '../../../accounts/agents/agent.ts';
import { findAgents } from '../../../accounts/agents/queries.ts';
import { findNewestSharedConversation } from '../../conversations/queries.ts';
import { isOfSeat } from '../../conversations/seat-queries.ts';
import type { Authority } from '../../../engine/deliveries/authority-queries.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findUsers, type UserRow } from '../../../accounts/users/queries.ts';
import type { Trace } from '../../../platform/telemetry/trace.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findAnswerable, type AgentCallRow, type AnswerableCall } from './agent-call-queries.ts';
import type { PostReply } from './reply.ts';
import type { Pair, DeliveryReferences, ReplyRights } from './reply-rights.ts';
import { sealDelivery } from '../../transcript/seal-delivery.ts';

/** The data that a batch needs to authorize and place its calls between agents and its answers to them. */
export interface Calls {
  /** The conversations of the calls and answers. The batch writes to them too. */
  readonly conversationIds: readonly ConversationId[];
  /** Each called agent, with the person of the call. */
  readonly pairs: readonly Pair[];
  agent(agentId: AgentId): AgentRow | undefined;
  person(userId: UserId): UserRow | undefined;
  /** Returns the call that a reply answers, if the reply names the calling agent. */
  answered(reply: PostReply): AnswerableCall | undefined;
  /** Returns the called agent's newest conversation with the person. */
  sharedConversation(agentId: AgentId, userId: UserId): ConversationId | undefined;
}

export async function loadCalls(tx: Tx, references: DeliveryReferences, replies: readonly PostReply[]): Promise<Calls> {
  const wanted = replies.flatMap((reply) => {
    const authority = reply.toAgentId ? references.of(reply) : undefined;
    return reply.toAgentId && authority
      ? [{ from: reply.agentId, to: reply.toAgentId, userId: authority.user_id, authority }]
      : [];
  });
  const calledBy = wanted.filter(({ authority }) => authority.event === 'agent.call');
  const answerable = new Map(
    (
      await findAnswerable(
        tx,
        calledBy.map(({ authority }) => authority.delivery_id),
      )
    ).map((call) => [call.delivery_id, call]),
  );
  const answered: Calls['answered'] = ({ deliveryId, toAgentId }) => {
    const call = answerable.get(deliveryId);
    return call?.caller_agent_id === toAgentId ? call : undefined;
  };
  const agentIds = [...new Set(wanted.flatMap(({ from, to }) => [from, to]))];
  const agents = new Map((await findAgents(tx, agentIds)).map((row) => [row.agent_id, row]));
  const people = new Map(
    (
      await findUsers(
        tx,
        wanted.map(({ userId }) => userId),
      )
    ).map((row) => [row.user_id, row]),
  );
  const conversations = new Map<string, ConversationId>();
  for (const { to, userId } of wanted) {
    const conversation = await findNewestSharedConversation(tx, to, userId);
    if (conversation) conversations.set(`${to} ${userId}`, conversation);
  }
  return {
    conversationIds: [...conversations.values(), ...[...answerable.values()].map((call) => call.conversation_id)],
    pairs: wanted.map(({ to, userId }) => ({ agentId: to, userId })),
    agent: (agentId) => agents.get(agentId),
    answered,
    person: (userId) => people.get(userId),
    sharedConversation: (agentId, userId) => conversations.get(`${agentId} ${userId}`),
  };
}

/**
 * Authorizes a call. The checks have the order of the contract: partial, self, human origin, depth, live, shared
 * conversation, block. An answer to a call adds no hop and needs no shared conversation, only the seat in which its
 * caller called.
 */
export function authorizeCall(
  calls: Calls,
  reply: PostReply,
  authority: Authority,
  { transcript, rights }: { readonly transcript: TranscriptWriter; readonly rights: ReplyRights },
): Refusal | null {
  const { toAgentId } = reply;
  if (toAgentId === null) return null;
  const path = '/to_agent_id';
  const answered = calls.answered(reply);
  if (reply.partial) return { code: 'partial_to_agent_id_not_allowed', path };
  if (toAgentId === reply.agentId) return { code: 'agent_call_self_target', path };
  if (!authority.human_origin) return { code: 'agent_call_no_human_origin', path };
  if (!answered && authority.hop + 1 > limits.agentCallHops) return { code: 'agent_call_depth_exceeded', path };
  const target = calls.agent(toAgentId);
  if (!target || !isOpenAgent(target)) return { code: 'agent_call_target_not_live', path };
  const isOpen = answered
    ? isOfSeat(transcript.conversation(answered.conversation_id), toAgentId, answered.created_at)
    : sharesRoom(calls, toAgentId, authority, transcript);
  if (!isOpen) return { code: 'agent_call_no_shared_room', path };
  if (rights.hasBlocked(authority.user_id, toAgentId)) {
    return { code: 'agent_blocked', message: 'The person has blocked the called agent.', path };
  }
  return null;
}

/** Returns whether the person is still in the caller's conversation, and in one with the called agent. */
function sharesRoom(calls: Calls, toAgentId: AgentId, authority: Authority, transcript: TranscriptWriter): boolean {
  const { user_id: userId, conversation_id: from } = authority;
  const shared = calls.sharedConversation(toAgentId, userId);
  const conversation = shared && transcript.conversation(shared);
  const isThere = transcript.conversation(from)?.people.includes(userId) ?? false;
  return isThere && conversation?.agent_id === toAgentId && conversation.people.includes(userId);
}

interface Place {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}

/** A call or answer that was placed: its delivery and its row. */
export interface PlacedCall {
  readonly delivery: NewDelivery;
  readonly row: AgentCallRow;
  /** Whether the delivery takes no replies, because a person has stopped the caller's answer. */
  readonly stopped: boolean;
  /** Earlier messages that show the call: the one that the caller answers, and the one that made the call that is answered. */
  readonly shownOn: readonly Place[];
}

/**
 * Places an authorized call or answer: a delivery to the named agent, and a line in its conversation that names both
 * agents.
 */
export function placeCall(
  calls: Calls,
  {
    reply,
    authority,
    message,
  }: { readonly reply: PostReply; readonly authority: Authority; readonly message: MessageRow },
  transcript: TranscriptWriter,
  nowMs: number,
  trace: Trace | null,
): PlacedCall | null {
  const target = reply.toAgentId && calls.agent(reply.toAgentId);
  const answered = calls.answered(reply);
  const conversationId =
    target && (answered?.conversation_id ?? calls.sharedConversation(target.agent_id, authority.user_id));
  const person = calls.person(authority.user_id);
  if (!target || !conversationId || !person) return null;
  const sender = calls.agent(reply.agentId)?.name ?? reply.agentId;
  const line = transcript.append({
    conversation_id: conversationId,
    author_type: 'platform',
    body: platformLine(answered ? 'answered' : 'called', { name: quoted(sender), other: quoted(target.name) }),
  });
  const depth = answered ? authority.hop : authority.hop + 1;
  const inAnswerTo = answered?.delivery_id ?? null;
  const agentCall = { from_agent_id: reply.agentId, depth, in_answer_to: inAnswerTo, blocks: [...reply.blocks] };
  const delivery = sealDelivery(
    {
      event: 'agent.call',
      agentId: target.agent_id,
      conversationId,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: { agent_call: agentCall },
      createdAt: line.created_at,
      hop: depth,
      trace,
    },
    nowMs,
  );
  return {
    delivery,
    row: {
      delivery_id: delivery.deliveryId,
      caller_agent_id: answered ? target.agent_id : reply.agentId,
      called_agent_id: answered ? reply.agentId : target.agent_id,
      caller_delivery_id: answered?.caller_delivery_id ?? reply.deliveryId,
      in_answer_to: inAnswerTo,
      message_id: message.message_id,
      seq: message.seq,
      called_at: line.created_at,
    },
    stopped: answered?.stopped ?? false,
    shownOn: answered
      ? placesOf(answered.conversation_id, [answered.about_message_id, answered.message_id])
      : placesOf(authority.conversation_id, [authority.message_id]),
  };
}

function placesOf(conversationId: ConversationId, messageIds: readonly (MessageId | null)[]): Place[] {
  return messageIds.flatMap((messageId) => (messageId === null ? [] : [{ conversationId, messageId }]));
}
