import { sql, type Kysely } from 'kysely';

/**
 * Adds b-tree indexes by age, so that expired rows are found oldest first. A block range index gives no order and does
 * not cover pages written since the last vacuum: each search for expired rows, once a minute, read all of those pages.
 * Of a delivery only the body is erased, so the index has only deliveries with a body.
 *
 * Replaces the key of idempotency keys by a digest of 16 bytes. An index over the four texts was four times as large,
 * and no order of them keeps new keys together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deliveries_age`.execute(db);
  await sql`create index deliveries_age on deliveries (created_at) where body is not null`.execute(db);
  await sql`drop index agent_signatures_expiry`.execute(db);
  await sql`create index agent_signatures_expiry on agent_signatures (expires_at)`.execute(db);
  await sql`drop index notifications_age`.execute(db);
  await sql`create index notifications_age on notifications (created_at)`.execute(db);

  await sql`alter table idempotency_keys rename to old_keys`.execute(db);
  await sql`
    create table idempotency_keys (
      digest uuid not null,
      created_at timestamptz not null,
      status integer not null,
      body_sha256 bytea not null,
      response text not null
    )`.execute(db);
  await sql`
    insert into idempotency_keys (digest, body_sha256, status, response, created_at)
    select encode(substring(sha256(convert_to(concat_ws(E'\n', caller, method, path, key), 'UTF8')) for 16), 'hex')::uuid,
           body_sha256, status, response, created_at
    from old_keys order by created_at`.execute(db);
  await sql`drop table old_keys`.execute(db);
  await sql`alter table idempotency_keys add primary key (digest)`.execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db);
}
