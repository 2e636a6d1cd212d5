import { sql, type Kysely } from 'kysely';

/** An index of the open drafts of an agent, which are dropped together when it is paused or deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index drafts_agent on drafts (agent_id)`.execute(db);
}
