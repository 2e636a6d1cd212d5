import { sql, type Kysely } from 'kysely';

/**
 * How long messages are kept: a rule of the server (scope `server`) and of conversations. `purged_id` and `purged_seq` are
 * how far purges have come. Legal holds, and the sealed content of what people deleted under one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_rules (
      scope text primary key,
      messages_days int,
      earlier_days int,
      in_force_at timestamptz,
      purged_id text not null default '',
      purged_seq int not null default 0
    )`.execute(db);
  await sql`
    create table holds (
      target_id text primary key,
      target_type text not null,
      reason text not null,
      created_by text not null references users,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index holds_type on holds (target_type)`.execute(db);
  await sql`
    create table held_messages (
      message_id text primary key,
      conversation_id text not null,
      author_id text,
      asset_ids text[] not null,
      key_id text not null,
      sealed bytea not null,
      deleted_at timestamptz not null
    )`.execute(db);
  await sql`create index held_messages_assets on held_messages using gin (asset_ids)`.execute(db);
}
