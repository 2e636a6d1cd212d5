import type { ScheduleId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../../chat/conversations/app.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../../../chat/transcript/seal-delivery.ts';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findUsers } from '../../../accounts/users/queries.ts';
import type { Transcript, TranscriptWork } from '../../../chat/conversations/transcript-work.ts';
import { deleteSchedules, findDueConversations, lockDueSchedules, moveSchedules } from './queries.ts';
import { nextAfter, type ScheduleRow } from './schedule.ts';

type FireApp = Pick<App, 'commit' | 'clock'>;

const batchMax = 50;

/**
 * Fires due schedules in batches. Each fires once, no matter how often it was missed, and on one server. A schedule
 * ends if its conversation is deleted or its agent or creator has left it; it skips this time if its agent is paused or
 * blocked.
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
  for (const schedule of due) {
    const { schedule_id: scheduleId, cron, timezone } = schedule;
    const seat = seats.of(schedule);
    const nextAt = seat ? nextAfter(cron, timezone, new Date(nowMs)) : null;
    if (nextAt) moved.push({ scheduleId, nextAt });
    else ended.push(scheduleId);
    if (seat?.hears) deliveries.push(tick(transcript, schedule, seat.user, nowMs));
  }
  if (moved.length > 0) await moveSchedules(tx, moved);
  if (ended.length > 0) await deleteSchedules(tx, ended);
  await deliver(deliveries);
  return due.length;
}

/** Loads the agent and creator of each schedule. `hears` tells whether the agent may get a delivery. */
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
  const blocked = new Set(
    (await findMemberships(tx, pairs)).filter((row) => row.blocked).map((row) => `${row.agent_id} ${row.user_id}`),
  );
  return {
    of({ conversation_id, agent_id, creator_user_id }: ScheduleRow): { user: EnvelopeUser; hears: boolean } | null {
      const conversation = transcript.conversation(conversation_id);
      const status = agents.get(agent_id)?.status;
      const user = users.get(creator_user_id);
      const seated = conversation?.agent_id === agent_id && conversation.people.includes(creator_user_id);
      if (!seated || !user || !status || status === 'deleted') return null;
      const { locale, timezone } = user;
      const hears = status === 'live' && !blocked.has(`${agent_id} ${creator_user_id}`);
      return { user: { userId: creator_user_id, locale, timezone }, hears };
    },
  };
}

/** Writes the text as a platform message, because no person wrote it now. */
function tick(transcript: Transcript, schedule: ScheduleRow, user: EnvelopeUser, nowMs: number): NewDelivery {
  const message = transcript.append({
    conversation_id: schedule.conversation_id,
    author_type: 'platform',
    body: schedule.text,
  });
  return sealDelivery(
    {
      event: 'tick.scheduled',
      agentId: schedule.agent_id,
      conversationId: schedule.conversation_id,
      user,
      payload: { messages: [envelopeMessage(message)] },
      createdAt: message.created_at,
      humanOrigin: false,
    },
    nowMs,
  );
}
