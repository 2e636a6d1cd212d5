import { sql, type Kysely } from 'kysely';

/** How many approvals of an agent wait for a person is counted each time that the agent asks for one more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index approvals_open on approvals (user_id, agent_id) where state = 'pending'`.execute(db);
}
