import { sql, type Kysely } from 'kysely';

/**
 * Schedules that agents made, and the ticks of them. Tables of their own, because servers of the previous release use
 * `select *` on `schedules`. A schedule with one time (`at`) has no `cron` (''), so such a server also fires it once
 * and then deletes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_schedules (
      schedule_id text primary key references schedules on delete cascade,
      agent_id text not null,
      user_id text not null,
      at timestamptz
    )`.execute(db);
  await sql`create index agent_schedules_agent on agent_schedules (agent_id, schedule_id)`.execute(db);
  await sql`
    create table agent_ticks (
      delivery_id text primary key references deliveries (delivery_id) on delete cascade
    )`.execute(db);
}
