import { sql } from 'kysely';
import type { AgentId, ConversationId, ScheduleId } from '@parley/protocol';
import type { Db, Tx } from '../../storage/storage.ts';
import type { ScheduleRow } from './schedule.ts';

export async function insertSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await sql`
    insert into schedules (schedule_id, conversation_id, agent_id, creator_user_id, cron, timezone, text, next_at,
                           created_at)
    values (${row.schedule_id}, ${row.conversation_id}, ${row.agent_id}, ${row.creator_user_id}, ${row.cron},
            ${row.timezone}, ${row.text}, ${row.next_at}, ${row.created_at})`.execute(tx);
}

/** The schedules of a room for the agent that sits there, oldest first. */
export async function findSchedules(
  db: Db | Tx,
  conversationId: ConversationId,
  agentId: AgentId,
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select * from schedules where conversation_id = ${conversationId} and agent_id = ${agentId}
    order by schedule_id`.execute(db);
  return rows;
}

/** Deletes a schedule of a conversation; false where there is none such. */
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

/** Takes schedules that are due, at most `limit`, that no other server has in hand. They stay locked until the commit. */
export async function lockDueSchedules(tx: Tx, now: Date, limit: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select * from schedules where next_at <= ${now} order by next_at limit ${limit} for update skip locked`.execute(tx);
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

/** When the next schedule falls due; null where there is none. */
export async function nextScheduleAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`select min(next_at) as next from schedules`.execute(db);
  return rows[0]?.next ?? null;
}

/** Deletes all schedules of a conversation. */
export async function deleteSchedulesOf(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`delete from schedules where conversation_id = ${conversationId}`.execute(tx);
}
