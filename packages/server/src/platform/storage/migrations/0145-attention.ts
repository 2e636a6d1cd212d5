import { sql, type Kysely } from 'kysely';

/** Finds the approvals of an agent in a period, and those that were approved with another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index approvals_agent on approvals (agent_id, approval_id)`.execute(db);
  await sql`
    create index standing_grant_uses_approval on standing_grant_uses (approval_id)
    where approval_id is not null and not is_first`.execute(db);
}
