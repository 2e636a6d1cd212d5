import { sql, type Kysely } from 'kysely';

/** Passkeys by which people sign in, and the challenges that wait for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      passkey_id text primary key,
      user_id text not null references users,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      rp_id text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_of on passkeys (user_id)`.execute(db);
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      user_id text references users,
      session_hash bytea,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenges_of on passkey_challenges (user_id, expires_at)`.execute(db);
  await sql`create index passkey_challenges_end on passkey_challenges (expires_at)`.execute(db);
}
