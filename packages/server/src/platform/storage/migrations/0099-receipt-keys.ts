import { sql, type Kysely } from 'kysely';

/**
 * Keys that sign receipts. The newest signs; older ones stay, so that their signatures can be verified. The private key
 * is sealed with the servers' key `key_id`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table receipt_keys (
      position integer primary key,
      kid text not null unique,
      public_key bytea not null,
      sealed_private_key bytea not null,
      key_id text not null,
      created_at timestamptz not null
    )`.execute(db);
}
