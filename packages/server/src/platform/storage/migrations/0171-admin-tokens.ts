import { sql, type Kysely } from 'kysely';

/** Which tokens are for administration, and when each person was last there, to the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_tokens add column for_admin boolean not null default false`.execute(db);
  await sql`create table people_seen (user_id text primary key, seen_at timestamptz not null)`.execute(db);
}

export const alters = ['access_tokens'];
