import { sql, type Kysely } from 'kysely';

/** A value sealed with the servers' key, so that a server can check its key at start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_proof (
      id smallint primary key default 1 check (id = 1),
      key_id text not null,
      sealed bytea not null
    )`.execute(db);
}
