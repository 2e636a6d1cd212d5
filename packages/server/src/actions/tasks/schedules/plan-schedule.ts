import { limits, newId, type AgentId, type PlanScheduleAnswer, type PlanScheduleBody } from '@parley/protocol';
import type { AgentRow } from '../../../accounts/agents/agent.ts';
import { lockAgent } from '../../../accounts/agents/queries.ts';
import { mayUse } from '../../../accounts/permissions/held-scopes.ts';
import { noteTry, type ScopeTry } from '../../../accounts/permissions/note-try.ts';
import { noteUse } from '../../../accounts/permissions/note-use.ts';
import { findMembership } from '../../../accounts/permissions/queries.ts';
import { notGranted } from '../../../accounts/permissions/scope-hint.ts';
import { scheduleScope } from '../../../accounts/permissions/scopes.ts';
import { findUsers, type UserRow } from '../../../accounts/users/queries.ts';
import type { App } from '../../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../../chat/conversations/transcript-work.ts';
import { lockAuthority } from '../../../chat/messages/reply/reply-rights.ts';
import type { Authority } from '../../../engine/deliveries/authority-queries.ts';
import { runOnce } from '../../../platform/idempotency/run-once.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { IdempotencyKey, StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import { unreadable } from './add-schedule.ts';
import { findSchedules, insertSchedule } from './queries.ts';
import { nextAfter, type ScheduleRow } from './schedule.ts';

type PlanApp = Pick<App, 'commit' | 'clock'>;

/**
 * Adds a schedule of an agent for the person of a delivery, in the conversation of the delivery. Checks in this order:
 * the delivery, a stop, the person's grant, the time, and how many the conversation holds.
 */
export async function planSchedule(
  app: PlanApp,
  key: IdempotencyKey | null,
  { agentId, body }: { readonly agentId: AgentId; readonly body: PlanScheduleBody },
): Promise<StoredAnswer> {
  const lacking: ScopeTry[] = [];
  return runOnce(app, key, async (work) => {
    const { agent, person, authority } = await findRights(app, work, { agentId, body }, (tried) => lacking.push(tried));
    const now = new Date(app.clock.now());
    const { conversation_id: conversationId } = authority;
    const times = timesOf(body, body.timezone ?? person.timezone, now);
    const others = await findSchedules(work.tx, conversationId, agentId);
    if (others.filter((row) => row.by_agent).length >= limits.agentSchedulesPerConversation)
      refuse('too_many_schedules');
    const schedule: ScheduleRow = {
      schedule_id: newId('schedule', now.getTime()),
      conversation_id: conversationId,
      agent_id: agent.agent_id,
      creator_user_id: person.user_id,
      ...times,
      text: body.text,
      created_at: now,
      by_agent: true,
    };
    await insertSchedule(work.tx, schedule);
    await noteUse(work.tx, { agentId, userIds: [person.user_id], scope: scheduleScope, now });
    work.signal([{ to: 'servers', type: 'scheduleAdded', nextAt: times.next_at.getTime() }]);
    const answer: PlanScheduleAnswer = { schedule_id: schedule.schedule_id, next_at: times.next_at.toISOString() };
    return { status: 201, answer };
  }).finally(() => Promise.all(lacking.map((tried) => noteTry(app, tried))));
}

interface Rights {
  readonly agent: AgentRow;
  readonly person: UserRow;
  readonly authority: Authority;
}

/** Locks the agent, so that its scopes cannot be withdrawn before the schedule exists. */
async function findRights(
  app: PlanApp,
  work: TranscriptWork,
  { agentId, body }: { readonly agentId: AgentId; readonly body: PlanScheduleBody },
  onLack: (tried: ScopeTry) => void,
): Promise<Rights> {
  const { tx, transcript } = work;
  const path = '/in_reply_to_delivery_id';
  const authority = await lockAuthority(work, app, { agentId, deliveryId: body.in_reply_to_delivery_id });
  const agent = authority && (await lockAgent(tx, agentId));
  if (!authority || !agent) return refuse('delivery_not_found', { path });
  const { user_id: userId, conversation_id: conversationId, delivery_id: deliveryId } = authority;
  const [person] = await findUsers(tx, [userId]);
  if (!person || !transcript.conversation(conversationId)?.people.includes(userId))
    return refuse('scope_not_granted', { message: 'The person has left the conversation.' });
  const membership = await findMembership(tx, agentId, userId);
  if (mayUse(agent, membership, scheduleScope)) return { agent, person, authority };
  // No person can grant a scope that the manifest does not request, so no one is asked.
  if (agent.requested_scopes.some(({ scope }) => scope === scheduleScope))
    onLack({ agentId, userIds: [userId], scope: scheduleScope, conversationId, deliveryId });
  return refuse('scope_not_granted', notGranted(agent, scheduleScope));
}

/** Returns the time or times of a schedule. Refuses a time that has passed, is too far away or never comes. */
function timesOf(body: PlanScheduleBody, timezone: string, now: Date) {
  if (body.at !== undefined) {
    const at = new Date(body.at);
    const last = now.getTime() + limits.agentScheduleDays * 86_400_000;
    if (at <= now || at.getTime() > last) refuse('malformed_request', outOfReach);
    return { at, cron: '', timezone, next_at: at };
  }
  const { cron = '' } = body;
  return {
    at: null,
    cron,
    timezone,
    next_at: nextAfter(cron, timezone, now) ?? refuse('malformed_request', unreadable),
  };
}

const outOfReach = {
  path: '/at',
  message: 'This time has passed, or is more than a year away.',
  hint: 'Send a time that lies ahead, by at most 365 days.',
};
