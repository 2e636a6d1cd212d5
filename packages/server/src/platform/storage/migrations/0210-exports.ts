import { sql, type Kysely } from 'kysely';

/**
 * Exports of people's data. `asked_by` is the administrator who asked for it; null for the person. `alive_at` moves while a server
 * makes it; it is null where none does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exports (
      export_id text primary key,
      user_id text not null references users,
      asked_by text references users,
      state text not null,
      created_at timestamptz not null,
      alive_at timestamptz,
      attempts integer not null default 0,
      size_bytes bigint
    )`.execute(db);
  await sql`create unique index exports_running on exports (user_id) where state = 'running'`.execute(db);
  await sql`create index exports_of on exports (user_id, export_id)`.execute(db);
  await sql`create index exports_asked on exports (asked_by, user_id, export_id) where asked_by is not null`.execute(
    db,
  );
  await sql`create index exports_age on exports (created_at)`.execute(db);
}
