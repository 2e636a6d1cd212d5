import { sql } from 'kysely';
import type { AgentId, ConversationId, ScheduleId, UserId } from '@parley/protocol';
import { isGone } from '../../../accounts/agents/queries.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import type { ScheduleRow } from './schedule.ts';

export async function insertSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await sql`
    insert into schedules (schedule_id, conversation_id, agent_id, creator_user_id, cron, timezone, text, next_at,
                           created_at)
    values (${row.schedule_id}, ${row.conversation_id}, ${row.agent_id}, ${row.creator_user_id}, ${row.cron},
            ${row.timezone}, ${row.text}, ${row.next_at}, ${row.created_at})`.execute(tx);
  if (row.by_agent) {
    await sql`
      insert into agent_schedules (schedule_id, agent_id, user_id, at)
      values (${row.schedule_id}, ${row.agent_id}, ${row.creator_user_id}, ${row.at})`.execute(tx);
  }
}

/** The columns of a schedule `s`, and its join with what is kept of those that agents made. */
const whole = sql`s.*, o.schedule_id is not null as by_agent, o.at`;
const joinOwn = sql`left join agent_schedules o on o.schedule_id = s.schedule_id`;

/** Returns the schedules of a conversation for its current agent, oldest first. */
export async function findSchedules(
  db: Db | Tx,
  conversationId: ConversationId,
  agentId: AgentId,
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${whole} from schedules s ${joinOwn}
    where s.conversation_id = ${conversationId} and s.agent_id = ${agentId} and not ${isGone(sql`s.agent_id`)}
    order by s.schedule_id`.execute(db);
  return rows;
}

/** Deletes a schedule of a conversation. Returns false if there is no such schedule. */
export async function deleteSchedule(
  db: Db | Tx,
  conversationId: ConversationId,
  scheduleId: ScheduleId,
): Promise<boolean> {
  const { rows } = await sql`
    delete from schedules where schedule_id = ${scheduleId} and conversation_id = ${conversationId}
    returning schedule_id`.execute(db);
  return rows.length === 1;
}

/** Deletes the schedules of a conversation that are for this agent or were created by this person. */
export async function deleteSchedulesFor(
  tx: Tx,
  conversationId: ConversationId,
  memberId: AgentId | UserId,
): Promise<void> {
  await sql`
    delete from schedules
    where conversation_id = ${conversationId} and (agent_id = ${memberId} or creator_user_id = ${memberId})`.execute(
    tx,
  );
}

/** Returns the conversations of due schedules, of at most `limit` schedules. */
export async function findDueConversations(tx: Tx, now: Date, limit: number): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select conversation_id from schedules where next_at <= ${now} order by next_at limit ${limit}`.execute(tx);
  return [...new Set(rows.map((row) => row.conversation_id))];
}

/**
 * Locks and returns at most `limit` due schedules of these conversations, skipping locked ones. The caller holds the
 * locks of the conversations, as does everyone who removes a member and then deletes schedules.
 */
export async function lockDueSchedules(
  tx: Tx,
  conversationIds: readonly ConversationId[],
  now: Date,
  limit: number,
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${whole} from schedules s ${joinOwn}
    where s.conversation_id = any(${conversationIds}::text[]) and s.next_at <= ${now}
    order by s.next_at limit ${limit} for update of s skip locked`.execute(tx);
  return rows;
}

export async function moveSchedules(
  tx: Tx,
  moved: readonly { readonly scheduleId: ScheduleId; readonly nextAt: Date }[],
): Promise<void> {
  await sql`
    update schedules s set next_at = m.next_at
    from unnest(${moved.map((each) => each.scheduleId)}::text[], ${moved.map((each) => each.nextAt)}::timestamptz[])
      as m (schedule_id, next_at)
    where s.schedule_id = m.schedule_id`.execute(tx);
}

export async function deleteSchedules(tx: Tx, scheduleIds: readonly ScheduleId[]): Promise<void> {
  await sql`delete from schedules where schedule_id = any(${scheduleIds}::text[])`.execute(tx);
}

/** Returns schedules that fire later than `now`, in order of id, after an id. */
export async function findLaterSchedules(db: Db, now: Date, after: string, limit: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${whole} from schedules s ${joinOwn}
    where s.next_at > ${now} and s.schedule_id > ${after} order by s.schedule_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns when the next schedule falls due, or null without schedules. */
export async function nextScheduleAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`select min(next_at) as next from schedules`.execute(db);
  return rows[0]?.next ?? null;
}

/** Deletes all schedules of a conversation. */
export async function deleteSchedulesOf(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`delete from schedules where conversation_id = ${conversationId}`.execute(tx);
}

/** Deletes all schedules that a person created. */
export async function deleteSchedulesBy(tx: Tx, creatorUserId: UserId): Promise<void> {
  await sql`delete from schedules where creator_user_id = ${creatorUserId}`.execute(tx);
}
