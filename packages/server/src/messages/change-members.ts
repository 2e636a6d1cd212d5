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
import type { App } from '../app.ts';
import { closeRoom, publishClosed } from '../conversations/delete-conversation.ts';
import { kindOf, lockOwnRoom } from '../conversations/own-room.ts';
import { presentRoom } from '../conversations/present.ts';
import { deletePerson, insertPeople, updateSeats, type PeopledRoomRow } from '../conversations/queries.ts';
import type { NewDelivery } from '../deliveries/delivery.ts';
import { endLane } from '../deliveries/log/lane-queries.ts';
import { ensureMemberships } from '../permissions/queries.ts';
import { seatableAgent } from '../permissions/view-agent.ts';
import { refuse } from '../refusal.ts';
import { tell } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import { findSeatable } from '../users/find-seatable.ts';
import { findUsers } from '../users/queries.ts';
import { dropDrafts } from './end-drafts.ts';
import { Ledger } from './ledger.ts';
import type { MessageRow } from './message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from './seal-delivery.ts';

type MembersApp = Pick<App, 'storage' | 'clock' | 'hub' | 'engine' | 'rooms'>;
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
  const { done, item } = await app.storage.transaction(async (tx) => {
    const room = await lockOwnRoom(tx, caller.userId, conversationId);
    const done = await ('agentId' in member
      ? seatAgent(app, tx, caller, room, member.agentId)
      : seatPerson(app, tx, caller, room, member.userId));
    // Read in the same transaction: a member who was added is never answered with a failure.
    return { done, ...(await presentRoom(tx, caller.userId, conversationId)) };
  });
  if (done === null) return item;
  app.hub.publish([
    ...done.ledger.signals(),
    tell(done.told, 'conversationUpdated', { conversationId: done.room.conversation_id }),
  ]);
  app.engine.handOff(done.enqueued);
  return item;
}

/** Takes a member out of a room: anyone may leave, its creator may remove others. The last person to leave closes it. */
export async function removeMember(
  app: MembersApp,
  caller: EnvelopeUser,
  conversationId: string,
  memberId: string,
): Promise<void> {
  const { room, ended, ledger } = await app.storage.transaction(async (tx) => {
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
    if (left.length === 0) return { room, ended: await closeRoom(tx, room, new Date(app.clock.now())), ledger: null };
    await updateSeats(tx, room.conversation_id, { agentId, kind: kindOf(left.length, agentId !== null) });
    const ledger = await Ledger.open(tx, app, [room.conversation_id]);
    say(ledger, room, `${await nameOf(tx, memberId)} left the conversation.`);
    await ledger.write(tx);
    return { room, ended, ledger };
  });
  app.hub.publish([
    ...(ledger?.signals() ?? []),
    tell(room.people, 'conversationUpdated', { conversationId: room.conversation_id }),
  ]);
  if (ended !== null) publishClosed(app, room, ended);
}

async function seatAgent(app: MembersApp, tx: Tx, caller: EnvelopeUser, room: PeopledRoomRow, agentId: AgentId) {
  if (room.agent_id !== null) refuse('agent_already_seated');
  const agent = await seatableAgent(tx, caller.userId, agentId);
  await updateSeats(tx, room.conversation_id, { agentId, kind: kindOf(room.people.length, true) });
  await ensureMemberships(tx, agentId, room.people);
  return announce(app, tx, caller, room, null, `${agent.name} joined the conversation.`, room.people);
}

async function seatPerson(app: MembersApp, tx: Tx, caller: EnvelopeUser, room: PeopledRoomRow, userId: UserId) {
  if (room.people.includes(userId)) return null;
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
  return announce(app, tx, caller, room, agent, `${person.display_name} joined the conversation.`, people);
}

/** Ends what the agent was still to be sent, and what it had begun to say. Everyone is told of the room's change in any case. */
async function unseat(tx: Tx, conversationId: ConversationId, agentId: AgentId): Promise<number> {
  const ended = await endLane(tx, conversationId);
  await dropDrafts(tx, { agentId, conversationId });
  return ended;
}

async function announce(
  app: MembersApp,
  tx: Tx,
  caller: EnvelopeUser,
  room: PeopledRoomRow,
  agent: AgentRow | null,
  text: string,
  told: readonly UserId[],
) {
  const ledger = await Ledger.open(tx, app, [room.conversation_id]);
  const line = say(ledger, room, text);
  await ledger.write(tx);
  const deliveries = agent?.status === 'live' ? [memberJoined(agent, line, caller, app.clock.now())] : [];
  return { room, ledger, told, enqueued: await app.engine.enqueue(tx, deliveries) };
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
