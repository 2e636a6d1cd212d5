import { sql, type Kysely } from 'kysely';

/** The whole name that a directory sends besides the one to show. Null: it sends none, or the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scim_people add column formatted_name text`.execute(db);
}
