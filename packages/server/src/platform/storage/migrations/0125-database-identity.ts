import { sql, type Kysely } from 'kysely';

/** An id of this database, for servers that share other resources across databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_identity (
      id smallint primary key default 1 check (id = 1),
      database_id text not null
    )`.execute(db);
  await sql`insert into database_identity (database_id) values (gen_random_uuid()::text)`.execute(db);
}
