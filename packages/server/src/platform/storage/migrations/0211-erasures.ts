import { sql, type Kysely } from 'kysely';

/**
 * People who are being erased or were: `done_at` is set at the end. `alive_at` and `attempts` say which server is at it. The handles
 * that erased people had, as hashes, so that nobody gets one again. Who gave a conversation its title, and whom a message of the platform
 * names or quotes: without a row, it is from before. Tables of their own, because servers of the previous release write the others whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasures (
      user_id text primary key references users,
      asked_by text references users,
      asked_at timestamptz not null,
      alive_at timestamptz,
      attempts integer not null default 0,
      done_at timestamptz
    )`.execute(db);
  await sql`create index erasures_open on erasures (asked_at) where done_at is null`.execute(db);
  await sql`create table former_handles (handle_hash bytea primary key)`.execute(db);
  await sql`
    create table title_writers (
      conversation_id text primary key references conversation_titles on delete cascade,
      user_id text not null
    )`.execute(db);
  await sql`
    create table people_lines (
      message_id text primary key,
      conversation_id text not null,
      user_id text not null
    )`.execute(db);
  await sql`create index people_lines_room on people_lines (conversation_id)`.execute(db);
}
