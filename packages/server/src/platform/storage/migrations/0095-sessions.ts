import { sql, type Kysely } from 'kysely';

export const alters = ['sessions'];

/**
 * Adds what people see of their sessions. New sessions of servers of the previous release get an id by default.
 * Existing ones get none, so that no row is written while the table is locked: readers derive it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column session_id text, add column last_used_at timestamptz, add column user_agent text`.execute(db);
  await sql`
    alter table sessions
      alter column session_id set default 'ses_' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 26))`.execute(
    db,
  );
  await sql`create index sessions_user on sessions (user_id, created_at)`.execute(db);
}
