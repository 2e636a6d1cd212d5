import { sql, type Kysely } from 'kysely';

/**
 * Tokens by which programs act for a person. Only the hash is stored. `expires_at` is null for a token that lasts until
 * it is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_tokens (
      token_id text primary key,
      user_id text not null references users,
      name text not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz
    )`.execute(db);
  await sql`create index access_tokens_user on access_tokens (user_id, token_id)`.execute(db);
  await sql`create index access_tokens_expiry on access_tokens (expires_at) where expires_at is not null`.execute(db);
}
