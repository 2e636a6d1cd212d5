import { platformLine, type DeliveryId, type ScheduleId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../../chat/conversations/app.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../../../chat/transcript/seal-delivery.ts';
import { heldScopes } from '../../../accounts/permissions/held-scopes.ts';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import { scheduleScope } from '../../../accounts/permissions/scopes.ts';
import { quoted } from '../../../chat/transcript/quoted.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findUsers } from '../../../accounts/users/queries.ts';
import type { Transcript, TranscriptWork } from '../../../chat/conversations/transcript-work.ts';
import { insertAgentTicks } from './own-queries.ts';
import { deleteSchedules, findDueConversations, lockDueSchedules, moveSchedules } from './queries.ts';
import { nextRun, type ScheduleRow } from './schedule.ts';

type FireApp = Pick<App, 'commit' | 'clock'>;

const batchMax = 50;

/**
 * Fires due schedules in batches. Each fires once, no matter how often it was missed, and on one server. A schedule
 * ends if its conversation is deleted or its agent or creator has left it, and one that the agent made also if the
 * person does not grant `schedule.write`; it skips this time if its agent is paused or blocked.
 */
export async function fireDue(app: FireApp): Promise<void> {
  for (;;) {
    const taken = await app.commit((work) => fireBatch(app, work));
    if (taken < batchMax) return;
  }
}

/** Fires one batch. Returns the number of due schedules. */
async function fireBatch(app: FireApp, { tx, deliver, transcript }: TranscriptWork): Promise<number> {
  const nowMs = app.clock.now();
  const conversations = await findDueConversations(tx, new Date(nowMs), batchMax);
  await transcript.lock(conversations);
  const due = await lockDueSchedules(tx, conversations, new Date(nowMs), batchMax);
  const seats = await loadSeats(tx, transcript, due);
  const deliveries: NewDelivery[] = [];
  const moved: { scheduleId: ScheduleId; nextAt: Date }[] = [];
  const ended: ScheduleId[] = [];
  const byAgents: DeliveryId[] = [];
  for (const schedule of due) {
    const { schedule_id: scheduleId } = schedule;
    const seat = seats.of(schedule);
    const nextAt = seat ? nextRun(schedule, new Date(nowMs)) : null;
    if (nextAt) moved.push({ scheduleId, nextAt });
    else ended.push(scheduleId);
    if (!seat?.hears) continue;
    const delivery = tick(transcript, schedule, seat, nowMs);
    deliveries.push(delivery);
    if (schedule.by_agent) byAgents.push(delivery.deliveryId);
  }
  if (moved.length > 0) await moveSchedules(tx, moved);
  if (ended.length > 0) await deleteSchedules(tx, ended);
  await deliver(deliveries);
  await insertAgentTicks(tx, byAgents);
  return due.length;
}

/** The agent and the person of a schedule that continues. */
interface Seat {
  readonly user: EnvelopeUser;
  readonly agentName: string;
  /** Whether the agent may get a delivery now. */
  readonly hears: boolean;
}

/** Loads the agent and creator of each schedule. */
async function loadSeats(tx: Tx, transcript: Transcript, due: readonly ScheduleRow[]) {
  const agents = new Map(
    (
      await findAgents(
        tx,
        due.map((row) => row.agent_id),
      )
    ).map((row) => [row.agent_id, row]),
  );
  const users = new Map(
    (
      await findUsers(
        tx,
        due.map((row) => row.creator_user_id),
      )
    ).map((row) => [row.user_id, row]),
  );
  const pairs = due.map((row) => ({ agentId: row.agent_id, userId: row.creator_user_id }));
  const memberships = new Map((await findMemberships(tx, pairs)).map((row) => [`${row.agent_id} ${row.user_id}`, row]));
  return {
    of({ conversation_id, agent_id, creator_user_id, by_agent }: ScheduleRow): Seat | null {
      const conversation = transcript.conversation(conversation_id);
      const agent = agents.get(agent_id);
      const user = users.get(creator_user_id);
      const seated = conversation?.agent_id === agent_id && conversation.people.includes(creator_user_id);
      if (!seated || !user || !agent || agent.status === 'deleted') return null;
      const membership = memberships.get(`${agent_id} ${creator_user_id}`);
      if (by_agent && !heldScopes(agent, membership).includes(scheduleScope)) return null;
      const { locale, timezone } = user;
      const hears = agent.status === 'live' && !membership?.blocked;
      return { user: { userId: creator_user_id, locale, timezone }, agentName: agent.name, hears };
    },
  };
}

/**
 * Writes the text as a platform message, because no person wrote it now. If the agent planned it, the line says so: the
 * words are not the platform's. The envelope has the text alone.
 */
function tick(transcript: Transcript, schedule: ScheduleRow, { user, agentName }: Seat, nowMs: number): NewDelivery {
  const { text, by_agent: byAgent } = schedule;
  const message = transcript.append({
    conversation_id: schedule.conversation_id,
    author_type: 'platform',
    body: byAgent ? platformLine('planned', { name: quoted(agentName), text }) : text,
    about: user.userId,
  });
  return sealDelivery(
    {
      event: 'tick.scheduled',
      agentId: schedule.agent_id,
      conversationId: schedule.conversation_id,
      user,
      payload: { messages: [{ ...envelopeMessage(message), text }] },
      createdAt: message.created_at,
      humanOrigin: false,
    },
    nowMs,
  );
}
