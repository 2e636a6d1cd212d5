import { sql, type Kysely } from 'kysely';

/**
 * What outlives its time is found through an index in the order of time, oldest first. A block range index cannot give that order, and
 * knows nothing of the pages that were written since the last vacuum: each look for what is old read all of them, once a minute. Of
 * deliveries only the body is erased, so one without a body is no longer in that index.
 *
 * An Idempotency-Key is found by a digest of 16 bytes. Under the four texts that it is made of, the index of a day's keys took four
 * times the room, and no order in it keeps what is new together.
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
