import {
  isId,
  limits,
  platformLine,
  type AgentId,
  type ConversationId,
  type ListedConversation,
  type UserId,
} from '@parley/protocol';
import { quoted } from '../transcript/quoted.ts';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { deletePerson } from '../conversations/contact-queries.ts';
import { closeConversation, tellClosed } from '../conversations/delete-conversation.ts';
import type { NewContacts } from '../conversations/new-contacts.ts';
import { kindOf, lockAsMember } from '../conversations/require-member.ts';
import { presentConversation } from '../conversations/present.ts';
import { insertPeople, updateSeats, type PeopledConversationRow } from '../conversations/queries.ts';
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';
import { endLane } from '../../engine/deliveries/end-lane-queries.ts';
import { ensureMemberships } from '../../accounts/permissions/queries.ts';
import { requireApproval, seatableAgent } from '../../accounts/permissions/view-agent.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findSeatable } from '../../accounts/users/find-seatable.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import type { Transcript, TranscriptWork } from '../conversations/transcript-work.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { deleteFormAnswers } from '../forms/form-answer-queries.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';

type MembersApp = Pick<App, 'commit' | 'clock'>;
type AddingApp = MembersApp & { readonly passNewContacts: NewContacts };

/** A member that leaves a conversation: its agent, or a person. */
export interface Leaving {
  readonly conversationId: ConversationId;
  readonly memberId: AgentId | UserId;
}

/**
 * Ends what concepts to the right of this one keep for a member who leaves, in the same transaction. The transcript
 * holds the conversation without the member, or nothing if the conversation was deleted.
 */
export type EndStay = (work: TranscriptWork, leaving: Leaving) => Promise<void>;
export type NewMember = { readonly agentId: AgentId } | { readonly userId: UserId };

/**
 * Adds an agent or a person to a conversation, with a system message that says so. The agent of the conversation learns
 * of a new person by `member.joined`; when an agent itself is added, it receives nothing, as when a conversation is
 * opened with it.
 *
 * @returns the conversation as the caller now sees it.
 */
export async function addMember(
  app: AddingApp,
  caller: EnvelopeUser,
  conversationId: string,
  member: NewMember,
): Promise<ListedConversation> {
  return app.commit(async (work) => {
    const conversation = await lockAsMember(work.tx, caller.userId, conversationId);
    const isNew = await ('agentId' in member
      ? seatAgent(app, work, caller, conversation, member.agentId)
      : seatPerson(app, work, caller, conversation, member.userId));
    const memberId = 'agentId' in member ? member.agentId : member.userId;
    if (isNew) await work.audit('member.added', { conversationId: conversation.conversation_id, memberId });
    // Read in the same transaction: a member who was added is never answered with a failure.
    await work.transcript.write();
    return (await presentConversation(work.tx, caller.userId, conversationId)).item;
  });
}

/**
 * Removes a member from a conversation. Any member may leave; the creator may remove others. The conversation closes
 * when the last person leaves.
 */
export async function removeMember(
  app: MembersApp,
  caller: EnvelopeUser,
  named: string,
  memberId: string,
  endStay: EndStay,
): Promise<void> {
  await app.commit(async (work) => {
    const conversation = await lockAsMember(work.tx, caller.userId, named);
    if (!isIn(conversation, memberId)) return refuse('member_not_found');
    if (memberId !== caller.userId && conversation.creator_user_id !== caller.userId) {
      refuse('not_allowed', { message: 'Only the creator of a conversation may remove others.' });
    }
    await takeOut(app, work, conversation, memberId, endStay);
  });
}

/** Returns whether an id is that of the agent or of a person in a conversation. */
export function isIn(
  { agent_id: agentId, people }: Pick<PeopledConversationRow, 'agent_id' | 'people'>,
  memberId: string,
): memberId is AgentId | UserId {
  return memberId === agentId || people.some((userId) => userId === memberId);
}

/** Takes a member out of a locked conversation, which closes when the last person leaves. */
export async function takeOut(
  app: Pick<App, 'clock'>,
  work: TranscriptWork,
  conversation: PeopledConversationRow,
  memberId: AgentId | UserId,
  endStay: EndStay,
): Promise<void> {
  const now = new Date(app.clock.now());
  const { tx, tell, transcript } = work;
  const isAgent = isId('agent', memberId);
  const left = conversation.people.filter((userId) => userId !== memberId);
  const agentId = isAgent ? null : conversation.agent_id;
  const { conversation_id: conversationId } = conversation;
  const leaving = { conversationId, memberId };
  await work.audit('member.removed', leaving);
  const ended = isAgent ? await unseat(tx, conversationId, memberId, now) : null;
  if (!isAgent) await deletePerson(tx, conversationId, memberId);
  if (left.length === 0) {
    await closeConversation(work, conversation, now);
    return endStay(work, leaving);
  }
  await updateSeats(tx, conversationId, { agentId, kind: kindOf(left.length, agentId !== null) });
  await transcript.lock([conversationId]);
  const about = isAgent ? {} : { about: memberId };
  say(transcript, conversation, platformLine('left', { name: quoted(await nameOf(tx, memberId)) }), about);
  await endStay(work, leaving);
  if (ended === null) tell(conversation.people, 'conversationUpdated', { conversationId });
  else tellClosed(work, conversation, ended);
}

/** Returns false if the agent sits there already. */
async function seatAgent(
  app: MembersApp,
  work: TranscriptWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  agentId: AgentId,
): Promise<boolean> {
  const { tx } = work;
  const [sitting] = conversation.agent_id === null ? [] : await findAgents(tx, [conversation.agent_id]);
  if (sitting?.agent_id === agentId && sitting.status !== 'deleted') return false;
  if (sitting) await freeSeat(app, work, conversation, sitting);
  const agent = await seatableAgent(tx, caller.userId, agentId, conversation.people);
  await updateSeats(tx, conversation.conversation_id, { agentId, kind: kindOf(conversation.people.length, true) });
  await ensureMemberships(tx, agentId, conversation.people);
  await announce(
    app,
    work,
    caller,
    conversation,
    null,
    { text: platformLine('joined', { name: quoted(agent.name) }) },
    conversation.people,
  );
  return true;
}

/** Unseats a deleted agent. Refuses if any other agent holds the seat. */
async function freeSeat(
  app: MembersApp,
  work: TranscriptWork,
  conversation: PeopledConversationRow,
  { agent_id: agentId, status }: AgentRow,
): Promise<void> {
  if (status !== 'deleted') refuse('agent_already_seated');
  const now = new Date(app.clock.now());
  tellClosed(work, conversation, await unseat(work.tx, conversation.conversation_id, agentId, now));
}

/** Returns false if the person is a member already. */
async function seatPerson(
  app: AddingApp,
  work: TranscriptWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  userId: UserId,
): Promise<boolean> {
  const { tx } = work;
  if (conversation.people.includes(userId)) return false;
  const person = (await findSeatable(tx, caller.userId, [userId])).get(userId);
  if (!person) return refuse('user_not_found', { path: '/userId' });
  const [agent = null] = conversation.agent_id ? await findAgents(tx, [conversation.agent_id]) : [];
  if (agent !== null) requireApproval(agent, [userId]);
  if (conversation.people.length >= limits.conversationPeople) refuse('too_many_members');
  await app.passNewContacts(tx, caller.userId, [userId]);
  await insertPeople(tx, conversation.conversation_id, [userId], new Date(app.clock.now()), conversation.last_seq);
  const people = [...conversation.people, userId];
  await updateSeats(tx, conversation.conversation_id, {
    agentId: conversation.agent_id,
    kind: kindOf(people.length, conversation.agent_id !== null),
  });
  if (conversation.agent_id) await ensureMemberships(tx, conversation.agent_id, [userId]);
  await announce(
    app,
    work,
    caller,
    conversation,
    agent,
    { text: platformLine('joined', { name: quoted(person.display_name) }), about: userId },
    people,
  );
  return true;
}

/**
 * Ends the agent's open deliveries in this conversation and drops its drafts. Form answers among the deliveries count
 * as not given. The caller publishes the conversation's change in any case.
 *
 * @returns how many deliveries ended.
 */
async function unseat(tx: Tx, conversationId: ConversationId, agentId: AgentId, now: Date): Promise<number> {
  const ended = await endLane(tx, conversationId, now);
  await deleteFormAnswers(tx, ended);
  await dropDrafts(tx, { agentId, conversationId });
  return ended.length;
}

async function announce(
  app: MembersApp,
  { tell, deliver, transcript }: TranscriptWork,
  caller: EnvelopeUser,
  conversation: PeopledConversationRow,
  agent: AgentRow | null,
  { text, ...about }: { readonly text: string; readonly about?: UserId },
  told: readonly UserId[],
) {
  await transcript.lock([conversation.conversation_id]);
  const message = say(transcript, conversation, text, about);
  if (agent?.status === 'live') await deliver([memberJoined(agent, message, caller, app.clock.now())]);
  tell(told, 'conversationUpdated', { conversationId: conversation.conversation_id });
}

function say(
  transcript: Transcript,
  { conversation_id }: PeopledConversationRow,
  text: string,
  about: { readonly about?: UserId },
): MessageRow {
  return transcript.append({ conversation_id, author_type: 'platform', body: text, ...about });
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
