import { sql, type Kysely } from 'kysely';

/** The oldest server that can use the schema, so that an older one refuses to start instead of failing at work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schema_demand (
      only_row boolean primary key default true check (only_row),
      oldest_server text not null,
      reason text not null
    )`.execute(db);
  await sql`insert into schema_demand (oldest_server, reason) values ('0.1.0', 'nothing')`.execute(db);
}
