import { limits, type AgentId, type ConversationId, type Refusal, type UserId } from '@parley/protocol';
import { isLive, type AgentRow } from '../../agents/agent.ts';
import { findAgents } from '../../agents/queries.ts';
import { findNewestSharedConversation } from '../../conversations/queries.ts';
import type { Authority } from '../../deliveries/log/authority-queries.ts';
import type { NewDelivery } from '../../deliveries/delivery.ts';
import type { Tx } from '../../storage/storage.ts';
import { findUsers, type UserRow } from '../../users/queries.ts';
import type { Trace } from '../../telemetry/trace.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { PostReply } from './reply.ts';
import type { Pair, DeliveryReferences, ReplyRights } from './reply-rights.ts';
import { sealDelivery } from '../../transcript/seal-delivery.ts';

/** What a batch needs to know to judge and place its calls from agent to agent. */
export interface Calls {
  /** The called agents' conversations, which are written to as well. */
  readonly conversationIds: readonly ConversationId[];
  /** Each called agent with the person for whom it is called. */
  readonly pairs: readonly Pair[];
  agent(agentId: AgentId): AgentRow | undefined;
  person(userId: UserId): UserRow | undefined;
  /** The called agent's newest conversation with the person. */
  sharedConversation(agentId: AgentId, userId: UserId): ConversationId | undefined;
}

export async function loadCalls(tx: Tx, references: DeliveryReferences, replies: readonly PostReply[]): Promise<Calls> {
  const wanted = replies.flatMap((reply) => {
    const authority = reply.toAgentId ? references.of(reply) : undefined;
    return reply.toAgentId && authority
      ? [{ from: reply.agentId, to: reply.toAgentId, userId: authority.user_id }]
      : [];
  });
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
    conversationIds: [...conversations.values()],
    pairs: wanted.map(({ to, userId }) => ({ agentId: to, userId })),
    agent: (agentId) => agents.get(agentId),
    person: (userId) => people.get(userId),
    sharedConversation: (agentId, userId) => conversations.get(`${agentId} ${userId}`),
  };
}

/** Judges a call in the contract's order: partial, self, human origin, depth, live, shared conversation; and then whether it is blocked. */
export function authorizeCall(
  calls: Calls,
  reply: PostReply,
  authority: Authority,
  { transcript, rights }: { readonly transcript: TranscriptWriter; readonly rights: ReplyRights },
): Refusal | null {
  const { toAgentId } = reply;
  if (toAgentId === null) return null;
  const path = '/to_agent_id';
  if (reply.partial) return { code: 'partial_to_agent_id_not_allowed', path };
  if (toAgentId === reply.agentId) return { code: 'agent_call_self_target', path };
  if (!authority.human_origin) return { code: 'agent_call_no_human_origin', path };
  if (authority.hop + 1 > limits.agentCallHops) return { code: 'agent_call_depth_exceeded', path };
  const target = calls.agent(toAgentId);
  if (!target || !isLive(target)) return { code: 'agent_call_target_not_live', path };
  const conversation = calls.sharedConversation(toAgentId, authority.user_id);
  if (!conversation || transcript.conversation(conversation)?.agent_id !== toAgentId)
    return { code: 'agent_call_no_shared_room', path };
  if (rights.hasBlocked(authority.user_id, toAgentId)) {
    return { code: 'agent_blocked', message: 'The person has blocked the called agent.', path };
  }
  return null;
}

/** Places the call that was judged good: a delivery to the called agent, and a line in its conversation that says who called whom. */
export function placeCall(
  calls: Calls,
  reply: PostReply,
  authority: Authority,
  transcript: TranscriptWriter,
  nowMs: number,
  trace: Trace | null,
): NewDelivery | null {
  const target = reply.toAgentId && calls.agent(reply.toAgentId);
  const conversationId = target && calls.sharedConversation(target.agent_id, authority.user_id);
  const person = calls.person(authority.user_id);
  if (!target || !conversationId || !person) return null;
  const caller = calls.agent(reply.agentId)?.name ?? reply.agentId;
  const message = transcript.append({
    conversation_id: conversationId,
    author_type: 'platform',
    author_id: null,
    body: `${caller} called ${target.name}.`,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  });
  const depth = authority.hop + 1;
  return sealDelivery(
    {
      event: 'agent.call',
      agentId: target.agent_id,
      conversationId,
      user: { userId: person.user_id, locale: person.locale, timezone: person.timezone },
      payload: { agent_call: { from_agent_id: reply.agentId, depth, blocks: [...reply.blocks] } },
      createdAt: message.created_at,
      hop: depth,
      trace,
    },
    nowMs,
  );
}
