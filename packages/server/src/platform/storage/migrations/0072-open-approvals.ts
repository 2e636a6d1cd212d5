import { sql, type Kysely } from 'kysely';

/** Each request for an approval counts how many approvals of the agent wait for the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index approvals_open on approvals (user_id, agent_id) where state = 'pending'`.execute(db);
}
