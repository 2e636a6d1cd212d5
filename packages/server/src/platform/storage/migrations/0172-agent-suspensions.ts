import { sql, type Kysely } from 'kysely';

/**
 * Why agents are suspended. A suspended agent is paused, and its owner cannot resume it while a row is here. Each cause
 * has its own row, so that the end of one leaves the others. `was_live` says whether the agent is to be live again when
 * the last one ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_suspensions (
      agent_id text not null references agents,
      cause text not null,
      was_live boolean not null,
      reason text,
      created_by text,
      created_at timestamptz not null,
      primary key (agent_id, cause)
    )`.execute(db);
}
