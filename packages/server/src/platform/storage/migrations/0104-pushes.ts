import { sql, type Kysely } from 'kysely';

/**
 * Browser push subscriptions, and the key that signs pushes. A subscription is deleted with the session or token that
 * created it, whichever server ends that. The private key is sealed with the servers' key `key_id`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_keys (
      position integer primary key,
      public_key bytea not null,
      sealed_private_key bytea not null,
      key_id text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table push_subscriptions (
      subscription_id text primary key,
      user_id text not null references users,
      endpoint text not null,
      endpoint_hash bytea not null unique,
      p256dh bytea not null,
      auth bytea not null,
      session_hash bytea references sessions (token_hash) on delete cascade,
      token_hash bytea references access_tokens (token_hash) on delete cascade,
      created_at timestamptz not null,
      ends_at timestamptz
    )`.execute(db);
  await sql`create index push_subscriptions_user on push_subscriptions (user_id)`.execute(db);
  await sql`create index push_subscriptions_session on push_subscriptions (session_hash)`.execute(db);
  await sql`create index push_subscriptions_token on push_subscriptions (token_hash)`.execute(db);
  await sql`create index push_subscriptions_end on push_subscriptions (ends_at) where ends_at is not null`.execute(db);
}
