import { sql, type Kysely } from 'kysely';

/** When the last relay stream of an agent to end did so, since a stream that is gone is not noted itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table streams_ended (
      agent_id text primary key references agents (agent_id) on delete cascade,
      ended_at timestamptz not null
    )`.execute(db);
}
