import { sql, type Kysely } from 'kysely';

/** Settings that administrators changed, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_settings (
      name text primary key,
      value text not null
    )`.execute(db);
}
