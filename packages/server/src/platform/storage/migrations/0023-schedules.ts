import { sql, type Kysely } from 'kysely';

/**
 * Instructions that an agent receives at set times. A schedule belongs to the agent that was seated when it was
 * created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      schedule_id text primary key,
      conversation_id text not null references conversations,
      agent_id text not null references agents,
      creator_user_id text not null references users,
      cron text not null,
      timezone text not null,
      text text not null,
      next_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index schedules_conversation on schedules (conversation_id, schedule_id)`.execute(db);
  await sql`create index schedules_due on schedules (next_at)`.execute(db);
}
