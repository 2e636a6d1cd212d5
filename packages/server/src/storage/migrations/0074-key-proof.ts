import { sql, type Kysely } from 'kysely';

/** One value that is sealed with the servers' key, so that a server can tell at start whether its key is the right one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_proof (
      id smallint primary key default 1 check (id = 1),
      key_id text not null,
      sealed bytea not null
    )`.execute(db);
}
