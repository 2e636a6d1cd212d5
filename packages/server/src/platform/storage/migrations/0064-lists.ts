import { sql, type Kysely } from 'kysely';

/**
 * Adds an index in the order of each list that people page through, so that no page reads the rest of the list or sorts
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    sql`create index agents_of_owner on agents (owner_user_id, agent_id) where status <> 'deleted'`,
    sql`create index if not exists approvals_state on approvals (user_id, state, approval_id)`,
    sql`create index access_requests_page on access_requests (agent_id, created_at, user_id)`,
  ];
  for (const index of indexes) await index.execute(db);
}
