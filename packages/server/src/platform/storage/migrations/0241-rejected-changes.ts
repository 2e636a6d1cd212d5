import { sql, type Kysely } from 'kysely';

export const alters = ['agents'];

/** Why administrators rejected the latest change of an agent's manifest, and who did. Null once another manifest is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agents add column rejected_reason text, add column rejected_by text`.execute(db);
}
