import { sql, type Kysely } from 'kysely';

export const alters = ['sessions'];

/**
 * What a person is shown of their sessions. Sessions that a server of the release before starts get an id from here; those that were
 * there already have none, so that no row is written while the table is locked: whoever reads one derives it. They have no browser's
 * name, and count as last used when they began.
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
