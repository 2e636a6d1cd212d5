import { sql, type Kysely } from 'kysely';

/**
 * The audit log. A row is inserted with its own keyed hash (`mac`); `seq`, `hash` and `link_position` are set when a server adds it to
 * the chain, at most a second later, and nothing else of it ever changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_keys (
      position integer primary key,
      sealed_key bytea not null,
      key_id text not null
    )`.execute(db);
  await sql`
    create table audit_log (
      row_id text collate "C" primary key,
      at timestamptz not null,
      actor_type text not null,
      actor_id text,
      action text not null,
      target_type text not null,
      target_id text,
      details text not null,
      address_group text,
      request_id text,
      key_position integer not null,
      mac bytea not null,
      seq bigint,
      link_position integer,
      hash bytea
    )`.execute(db);
  await sql`create unique index audit_log_seq on audit_log (seq)`.execute(db);
  await sql`create index audit_log_unsealed on audit_log (row_id) where seq is null`.execute(db);
  await sql`create index audit_log_at on audit_log (at) where seq is not null`.execute(db);
  await sql`create index audit_log_actor on audit_log (actor_id, seq)`.execute(db);
  await sql`create index audit_log_target on audit_log (target_id, seq)`.execute(db);
  await sql`create index audit_log_action on audit_log (action, seq)`.execute(db);
}
