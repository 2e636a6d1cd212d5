import {
  isId,
  limits,
  type AgentId,
  type ConversationId,
  type ListedConversation,
  type UserId,
} from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { closeConversation, tellClosed } from '../conversations/delete-conversation.ts';
import { kindOf, lockAsMember } from '../conversations/require-member.ts';
import { presentConversation } from '../conversations/present.ts';
import { deletePerson, insertPeople, updateSeats, type PeopledConversationRow } from '../conversations/queries.ts';
import type { NewDelivery } from '../deliveries/delivery.ts';
import { endLane } from '../deliveries/log/lane-queries.ts';
import { ensureMemberships } from '../permissions/queries.ts';
import { seatableAgent } from '../permissions/view-agent.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import { findSeatable } from '../users/find-seatable.ts';
import { findUsers } from '../users/queries.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { TranscriptWriter } from '../transcript/transcript-writer.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';

type MembersApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;
export type NewMember = { readonly agentId: AgentId } | { readonly userId: UserId };

/**
 * Seats an agent or a person in a conversation. The conversation gets a line that says so, and the agent that sits in it already hears of a
 * person by `member.joined`; an agent's own seating sends it nothing, as the opening of a conversation does not.
 *
 * @returns the room as its caller sees it then.
 */
export async function addMember(
  app: MembersApp,
  caller: EnvelopeUser,
  conversationId: string,
  member: NewMember,
): Promise<ListedConversation> {
  return app.commit(async (work) => {
    const conversation = await lockAsMember(work.tx, caller.userId, conversationId);
    await ('agentId' in member
      ? seatAgent(app, work, caller, conversation, member.agentId)
      : seatPerson(app, work, caller, conversation, member.userId));
    // Read in the same transaction: a member who was added is never answered with a failure.
    return (await presentConversation(work.tx, caller.userId, conversationId)).item;
  });
}

/** Takes a member out of a conversation: anyone may leave, its creator may remove others. The last person to leave closes it. */
export async function removeMember(
  app: MembersApp,
  caller: EnvelopeUser,
  conversationId: string,
  memberId: string,
): Promise<void> {
  await app.commit(async (work) => {
    const { tx, tell, signal } = work;
    const conversation = await lockAsMember(tx, caller.userId, conversationId);
    const isAgent = isId('agent', memberId) && conversation.agent_id === memberId;
    if (!isAgent && !(isId('user', memberId) && conversation.people.includes(memberId))) refuse('member_not_found');
    if (memberId !== caller.userId && conversation.creator_user_id !== caller.userId) {
      refuse('not_allowed', { message: 'Only the creator of a conversation may remove others.' });
    }
    const left = conversation.people.filter((userId) => userId !== memberId);
    const agentId = isAgent ? null : conversation.agent_id;
    const ended = isAgent ? await unseat(tx, conversation.conversation_id, memberId) : null;
    if (!isAgent) await deletePerson(tx, conversation.conversation_id, memberId as UserId);
    if (left.length === 0) return closeConversation(work, conversation, new Date(app.clock.now()));
    await updateSeats(tx, conversation.conversation_id, { agentId, kind: kindOf(left.length, agentId !== null) });
    const transcript = await TranscriptWriter.open(tx, app, [conversation.conversation_id]);
    say(transcript, conversation, `${await nameOf(tx, memberId)} left the conversation.`);
    await transcript.write(tx);
    signal(transcript.signals());
    if (ended === null)
      tell(conversation.people, 'conversationUpdated', { conversationId: conversation.conversation_id });
    else tellClosed(work, conversation, ended);
  });
}

async function seatAgent(
  app: MembersApp,
  work: DeliveryWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  agentId: AgentId,
) {
  const { tx } = work;
  if (conversation.agent_id !== null) refuse('agent_already_seated');
  const agent = await seatableAgent(tx, caller.userId, agentId);
  await updateSeats(tx, conversation.conversation_id, { agentId, kind: kindOf(conversation.people.length, true) });
  await ensureMemberships(tx, agentId, conversation.people);
  await announce(app, work, caller, conversation, null, `${agent.name} joined the conversation.`, conversation.people);
}

async function seatPerson(
  app: MembersApp,
  work: DeliveryWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  userId: UserId,
) {
  const { tx } = work;
  if (conversation.people.includes(userId)) return;
  const person = (await findSeatable(tx, caller.userId, [userId])).get(userId);
  if (!person) return refuse('user_not_found', { path: '/userId' });
  if (conversation.people.length > limits.conversationPeople) refuse('too_many_members');
  await insertPeople(tx, conversation.conversation_id, [userId], new Date(app.clock.now()), conversation.last_seq);
  const people = [...conversation.people, userId];
  await updateSeats(tx, conversation.conversation_id, {
    agentId: conversation.agent_id,
    kind: kindOf(people.length, conversation.agent_id !== null),
  });
  if (conversation.agent_id) await ensureMemberships(tx, conversation.agent_id, [userId]);
  const [agent = null] = conversation.agent_id ? await findAgents(tx, [conversation.agent_id]) : [];
  await announce(app, work, caller, conversation, agent, `${person.display_name} joined the conversation.`, people);
}

/** Ends what the agent was still to be sent, and what it had begun to say. Everyone is told of the conversation's change in any case. */
async function unseat(tx: Tx, conversationId: ConversationId, agentId: AgentId): Promise<number> {
  const ended = await endLane(tx, conversationId);
  await dropDrafts(tx, { agentId, conversationId });
  return ended;
}

async function announce(
  app: MembersApp,
  { tx, tell, signal, deliver }: DeliveryWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  agent: AgentRow | null,
  text: string,
  told: readonly UserId[],
) {
  const transcript = await TranscriptWriter.open(tx, app, [conversation.conversation_id]);
  const message = say(transcript, conversation, text);
  await transcript.write(tx);
  if (agent?.status === 'live') await deliver([memberJoined(agent, message, caller, app.clock.now())]);
  signal(transcript.signals());
  tell(told, 'conversationUpdated', { conversationId: conversation.conversation_id });
}

function say(transcript: TranscriptWriter, conversation: PeopledConversationRow, text: string): MessageRow {
  return transcript.append({
    conversation_id: conversation.conversation_id,
    author_type: 'platform',
    author_id: null,
    body: text,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  });
}

function memberJoined(agent: AgentRow, message: MessageRow, caller: EnvelopeUser, nowMs: number): NewDelivery {
  return sealDelivery(
    {
      event: 'member.joined',
      agentId: agent.agent_id,
      conversationId: message.conversation_id,
      user: caller,
      payload: { messages: [envelopeMessage(message)] },
      createdAt: message.created_at,
    },
    nowMs,
  );
}

async function nameOf(tx: Tx, memberId: string): Promise<string> {
  if (isId('agent', memberId)) return (await findAgents(tx, [memberId]))[0]?.name ?? 'The agent';
  return (await findUsers(tx, [memberId as UserId]))[0]?.display_name ?? 'Someone';
}
