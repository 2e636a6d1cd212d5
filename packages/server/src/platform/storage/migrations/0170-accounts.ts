import { sql, type Kysely } from 'kysely';

/**
 * What a person is on this server: role, mail address, and since when they are disabled. A person without a row is an
 * active member without an address, so that servers of the previous release need not write one. `role_source` says who
 * gave the role. The link by which the first administrator is made: only its hash is kept, and there is at most one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      user_id text primary key references users,
      role text not null default 'member',
      role_source text,
      email text,
      email_verified boolean not null default false,
      disabled_at timestamptz,
      is_demo boolean not null default false
    )`.execute(db);
  await sql`create index accounts_admins on accounts (user_id) where role = 'admin'`.execute(db);
  await sql`insert into accounts (user_id, is_demo) select user_id, true from demo`.execute(db);
  await sql`
    create table setup_link (
      only_row boolean primary key default true check (only_row),
      token_hash bytea not null,
      expires_at timestamptz not null
    )`.execute(db);
}
