import { sql, type Kysely } from 'kysely';

/** Links for a new password, for recovery and for verifying an address; notices to people; mails that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_links (
      token_hash bytea primary key,
      kind text not null,
      user_id text not null references users,
      email text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index account_links_of on account_links (user_id, kind)`.execute(db);
  await sql`create index account_links_end on account_links (expires_at)`.execute(db);
  await sql`
    create table notices (
      notice_id text primary key,
      user_id text not null references users,
      kind text not null,
      by text references users,
      at timestamptz not null
    )`.execute(db);
  await sql`create index notices_of on notices (user_id, notice_id)`.execute(db);
  await sql`create index notices_at on notices (at)`.execute(db);
  await sql`
    create table mail_queue (
      mail_id text primary key,
      kind text not null,
      address_hash bytea not null,
      sealed bytea,
      key_id text not null,
      created_at timestamptz not null,
      next_at timestamptz,
      attempts integer not null default 0,
      failed_at timestamptz
    )`.execute(db);
  await sql`create index mail_queue_next on mail_queue (next_at) where next_at is not null`.execute(db);
  await sql`create index mail_queue_recent on mail_queue (address_hash, kind, created_at)`.execute(db);
  await sql`create index mail_queue_age on mail_queue (created_at)`.execute(db);
  await sql`create index accounts_email on accounts (email) where email is not null`.execute(db);
}
