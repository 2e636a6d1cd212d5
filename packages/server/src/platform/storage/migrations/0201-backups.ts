import { sql, type Kysely } from 'kysely';

/**
 * Backups that servers made. At most one runs at a time. `alive_at` moves while it runs, so that one whose server died is
 * recognized; `scheduled_at` is the minute of the schedule, which one server of several takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      backup_id text primary key,
      state text not null,
      created_at timestamptz not null,
      alive_at timestamptz not null,
      scheduled_at timestamptz unique,
      size_bytes bigint,
      error text
    )`.execute(db);
  await sql`create unique index backups_running on backups (state) where state = 'running'`.execute(db);
}
