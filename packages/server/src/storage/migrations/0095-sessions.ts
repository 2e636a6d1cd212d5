import { sql, type Kysely } from 'kysely';

export const alters = ['sessions'];

/**
 * What a person is shown of their sessions. Sessions that a server of the release before starts get an id from here; those that it
 * started have no browser's name, and count as last used when they began.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column session_id text not null
        default 'ses_' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 26)),
      add column last_used_at timestamptz,
      add column user_agent text`.execute(db);
  await sql`create index sessions_user on sessions (user_id, created_at, session_id)`.execute(db);
}
