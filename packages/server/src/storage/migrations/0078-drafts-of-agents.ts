import { sql, type Kysely } from 'kysely';

/** The open drafts of an agent, which end together when it is paused or deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index drafts_agent on drafts (agent_id)`.execute(db);
}
