import { sql, type Kysely } from 'kysely';

/** The time at which an agent's last relay stream ended. Ended streams themselves have no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table streams_ended (
      agent_id text primary key references agents (agent_id) on delete cascade,
      ended_at timestamptz not null
    )`.execute(db);
}
