import type { ScheduleId } from '@parley/protocol';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { NewDelivery } from '../../deliveries/delivery.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../../transcript/seal-delivery.ts';
import { findMemberships } from '../../permissions/queries.ts';
import type { Tx } from '../../storage/storage.ts';
import { findUsers } from '../../users/queries.ts';
import type { DeliveryWork } from '../../deliveries/delivery-work.ts';
import { deleteSchedules, lockDueSchedules, moveSchedules } from './queries.ts';
import { nextAfter, type ScheduleRow } from './schedule.ts';

type FireApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

const batchMax = 50;

/**
 * Fires what is due, a batch at a time: each schedule once, however often it was missed, and on one server. One whose conversation
 * is gone, or whose agent or creator has left it, ends instead; one whose agent is paused or blocked passes over this time.
 */
export async function fireDue(app: FireApp): Promise<void> {
  for (;;) {
    const taken = await app.commit((work) => fireBatch(app, work));
    if (taken < batchMax) return;
  }
}

/** How many were due. */
async function fireBatch(app: FireApp, { tx, signal, deliver }: DeliveryWork): Promise<number> {
  const nowMs = app.clock.now();
  const due = await lockDueSchedules(tx, new Date(nowMs), batchMax);
  const transcript = await TranscriptWriter.open(tx, app, [
    ...new Set(due.map((schedule) => schedule.conversation_id)),
  ]);
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
  await transcript.write(tx);
  if (moved.length > 0) await moveSchedules(tx, moved);
  if (ended.length > 0) await deleteSchedules(tx, ended);
  await deliver(deliveries);
  signal(transcript.signals());
  return due.length;
}

/** Who is still there: the agent and the creator of each schedule, and whether a delivery may pass between them. */
async function loadSeats(tx: Tx, transcript: TranscriptWriter, due: readonly ScheduleRow[]) {
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

/** The text is a line of the platform: nobody wrote it just now. */
function tick(transcript: TranscriptWriter, schedule: ScheduleRow, user: EnvelopeUser, nowMs: number): NewDelivery {
  const message = transcript.append({
    conversation_id: schedule.conversation_id,
    author_type: 'platform',
    author_id: null,
    body: schedule.text,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
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
