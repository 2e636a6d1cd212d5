import { sql, type Kysely } from 'kysely';

/**
 * The keys that receipts are signed with. The newest signs; the others stay, so that what they signed can be verified. The private
 * half is sealed with the servers' key that `key_id` names.
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
