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
import { closeRoom, tellClosed } from '../conversations/delete-conversation.ts';
import { kindOf, lockOwnRoom } from '../conversations/own-room.ts';
import { presentRoom } from '../conversations/present.ts';
import { deletePerson, insertPeople, updateSeats, type PeopledRoomRow } from '../conversations/queries.ts';
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
import { Ledger } from '../transcript/transcript-writer.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';

type MembersApp = Pick<App, 'commit' | 'clock' | 'rooms'>;
export type NewMember = { readonly agentId: AgentId } | { readonly userId: UserId };

/**
 * Seats an agent or a person in a room. The room gets a line that says so, and the agent that sits in it already hears of a
 * person by `member.joined`; an agent's own seating sends it nothing, as the opening of a room does not.
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
    const room = await lockOwnRoom(work.tx, caller.userId, conversationId);
    await ('agentId' in member
      ? seatAgent(app, work, caller, room, member.agentId)
      : seatPerson(app, work, caller, room, member.userId));
    // Read in the same transaction: a member who was added is never answered with a failure.
    return (await presentRoom(work.tx, caller.userId, conversationId)).item;
  });
}

/** Takes a member out of a room: anyone may leave, its creator may remove others. The last person to leave closes it. */
export async function removeMember(
  app: MembersApp,
  caller: EnvelopeUser,
  conversationId: string,
  memberId: string,
): Promise<void> {
  await app.commit(async (work) => {
    const { tx, tell, signal } = work;
    const room = await lockOwnRoom(tx, caller.userId, conversationId);
    const isAgent = isId('agent', memberId) && room.agent_id === memberId;
    if (!isAgent && !(isId('user', memberId) && room.people.includes(memberId))) refuse('member_not_found');
    if (memberId !== caller.userId && room.creator_user_id !== caller.userId) {
      refuse('not_allowed', { message: 'Only the creator of a conversation may remove others.' });
    }
    const left = room.people.filter((userId) => userId !== memberId);
    const agentId = isAgent ? null : room.agent_id;
    const ended = isAgent ? await unseat(tx, room.conversation_id, memberId) : null;
    if (!isAgent) await deletePerson(tx, room.conversation_id, memberId as UserId);
    if (left.length === 0) return closeRoom(work, room, new Date(app.clock.now()));
    await updateSeats(tx, room.conversation_id, { agentId, kind: kindOf(left.length, agentId !== null) });
    const ledger = await Ledger.open(tx, app, [room.conversation_id]);
    say(ledger, room, `${await nameOf(tx, memberId)} left the conversation.`);
    await ledger.write(tx);
    signal(ledger.signals());
    if (ended === null) tell(room.people, 'conversationUpdated', { conversationId: room.conversation_id });
    else tellClosed(work, room, ended);
  });
}

async function seatAgent(
  app: MembersApp,
  work: DeliveryWork,
  caller: EnvelopeUser,
  room: PeopledRoomRow,
  agentId: AgentId,
) {
  const { tx } = work;
  if (room.agent_id !== null) refuse('agent_already_seated');
  const agent = await seatableAgent(tx, caller.userId, agentId);
  await updateSeats(tx, room.conversation_id, { agentId, kind: kindOf(room.people.length, true) });
  await ensureMemberships(tx, agentId, room.people);
  await announce(app, work, caller, room, null, `${agent.name} joined the conversation.`, room.people);
}

async function seatPerson(
  app: MembersApp,
  work: DeliveryWork,
  caller: EnvelopeUser,
  room: PeopledRoomRow,
  userId: UserId,
) {
  const { tx } = work;
  if (room.people.includes(userId)) return;
  const person = (await findSeatable(tx, caller.userId, [userId])).get(userId);
  if (!person) return refuse('user_not_found', { path: '/userId' });
  if (room.people.length > limits.conversationPeople) refuse('too_many_members');
  await insertPeople(tx, room.conversation_id, [userId], new Date(app.clock.now()), room.last_seq);
  const people = [...room.people, userId];
  await updateSeats(tx, room.conversation_id, {
    agentId: room.agent_id,
    kind: kindOf(people.length, room.agent_id !== null),
  });
  if (room.agent_id) await ensureMemberships(tx, room.agent_id, [userId]);
  const [agent = null] = room.agent_id ? await findAgents(tx, [room.agent_id]) : [];
  await announce(app, work, caller, room, agent, `${person.display_name} joined the conversation.`, people);
}

/** Ends what the agent was still to be sent, and what it had begun to say. Everyone is told of the room's change in any case. */
async function unseat(tx: Tx, conversationId: ConversationId, agentId: AgentId): Promise<number> {
  const ended = await endLane(tx, conversationId);
  await dropDrafts(tx, { agentId, conversationId });
  return ended;
}

async function announce(
  app: MembersApp,
  { tx, tell, signal, deliver }: DeliveryWork,
  caller: EnvelopeUser,
  room: PeopledRoomRow,
  agent: AgentRow | null,
  text: string,
  told: readonly UserId[],
) {
  const ledger = await Ledger.open(tx, app, [room.conversation_id]);
  const line = say(ledger, room, text);
  await ledger.write(tx);
  if (agent?.status === 'live') await deliver([memberJoined(agent, line, caller, app.clock.now())]);
  signal(ledger.signals());
  tell(told, 'conversationUpdated', { conversationId: room.conversation_id });
}

function say(ledger: Ledger, room: PeopledRoomRow, text: string): MessageRow {
  return ledger.append({
    conversation_id: room.conversation_id,
    author_type: 'platform',
    author_id: null,
    body: text,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  });
}

function memberJoined(agent: AgentRow, line: MessageRow, caller: EnvelopeUser, nowMs: number): NewDelivery {
  return sealDelivery(
    {
      event: 'member.joined',
      agentId: agent.agent_id,
      conversationId: line.conversation_id,
      user: caller,
      payload: { messages: [envelopeMessage(line)] },
      createdAt: line.created_at,
    },
    nowMs,
  );
}

async function nameOf(tx: Tx, memberId: string): Promise<string> {
  if (isId('agent', memberId)) return (await findAgents(tx, [memberId]))[0]?.name ?? 'The agent';
  return (await findUsers(tx, [memberId as UserId]))[0]?.display_name ?? 'Someone';
}
