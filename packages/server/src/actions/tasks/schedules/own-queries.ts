import { sql } from 'kysely';
import type { AgentId, DeliveryId, ScheduleId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import type { ScheduleRow } from './schedule.ts';

/** Returns at most `limit` schedules that an agent made, after an id, in order of id. */
export async function findOwnSchedules(
  db: Db,
  { agentId, after, limit }: { readonly agentId: AgentId; readonly after: string; readonly limit: number },
): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select s.*, true as by_agent, o.at from agent_schedules o join schedules s on s.schedule_id = o.schedule_id
    where o.agent_id = ${agentId} and o.schedule_id > ${after}
    order by o.schedule_id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes a schedule that this agent made. Returns false if there is no such schedule. */
export async function deleteOwnSchedule(db: Db, agentId: AgentId, scheduleId: ScheduleId): Promise<boolean> {
  const { rows } = await sql`
    delete from schedules s
    where s.schedule_id = ${scheduleId}
      and exists (select from agent_schedules o where o.schedule_id = s.schedule_id and o.agent_id = ${agentId})
    returning s.schedule_id`.execute(db);
  return rows.length === 1;
}

/** Deletes the schedules that an agent made for a person, or for everyone. */
export async function deletePlanned(
  tx: Tx,
  { agentId, userId }: { readonly agentId: AgentId; readonly userId?: UserId },
): Promise<void> {
  await sql`
    delete from schedules where schedule_id = any(array(
      select s.schedule_id from schedules s join agent_schedules o on o.schedule_id = s.schedule_id
      where o.agent_id = ${agentId} and (${userId ?? null}::text is null or o.user_id = ${userId ?? null})
      order by s.schedule_id for update of s))`.execute(tx);
}

/** Records which ticks are of schedules that agents made. The deliveries must be stored. */
export async function insertAgentTicks(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await sql`
    insert into agent_ticks (delivery_id) select * from unnest(${deliveryIds}::text[])`.execute(tx);
}

/** Returns whether a delivery is the tick of a schedule that an agent made. */
export async function isAgentTick(tx: Tx, deliveryId: DeliveryId): Promise<boolean> {
  const { rows } = await sql`select from agent_ticks where delivery_id = ${deliveryId}`.execute(tx);
  return rows.length === 1;
}
