import { sql, type Kysely } from 'kysely';

export const alters = ['agents'];

/**
 * What administrators have said about agents. `approval` is `pending` or `rejected` for a new agent, and null for an
 * approved one, which agents of earlier versions are. `pending_manifest` waits beside the manifest in force.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agents add column approval text, add column pending_manifest jsonb`.execute(db);
  await sql`
    create index agents_pending on agents (agent_id)
    where approval = 'pending' or pending_manifest is not null`.execute(db);
}
