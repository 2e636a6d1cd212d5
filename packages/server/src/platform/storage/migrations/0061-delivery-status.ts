import { sql, type Kysely } from 'kysely';

/**
 * Adds indexes that serve an agent's delivery log by status, newest first, without a scan of the log.
 *
 * Pending: in the queue without a failed attempt, which is an index of the queue. Failed: `ended_as` if it ended
 * without an attempt, which gets an index; else the last attempt failed, which `failed_deliveries` records. A trigger
 * maintains that table, because servers of the previous release also write attempts and do not know it; it does not
 * fire for a first attempt that succeeds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index delivery_queue_pending on delivery_queue (agent_id, delivery_id) where attempt_count <= attempts_before`.execute(
    db,
  );
  await sql`
    create index if not exists deliveries_ended_failed on deliveries (agent_id, delivery_id) where ended_as = 'failed'`.execute(
    db,
  );
  await sql`
    create table failed_deliveries (
      agent_id text not null,
      delivery_id text not null,
      primary key (agent_id, delivery_id)
    )`.execute(db);
  await sql`
    create function note_failed_delivery() returns trigger language plpgsql as $$
    begin
      if new.outcome = 'delivered' then
        delete from failed_deliveries f using deliveries d
        where d.delivery_id = new.delivery_id and f.agent_id = d.agent_id and f.delivery_id = d.delivery_id;
      else
        insert into failed_deliveries (agent_id, delivery_id)
        select agent_id, delivery_id from deliveries where delivery_id = new.delivery_id
        on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger delivery_attempts_failed after insert on delivery_attempts for each row
    when (new.outcome <> 'delivered' or new.attempt > 1) execute function note_failed_delivery()`.execute(db);
  await sql`
    insert into failed_deliveries (agent_id, delivery_id)
    select distinct d.agent_id, d.delivery_id
    from delivery_attempts a join deliveries d using (delivery_id)
    where a.outcome <> 'delivered' and not exists (
      select from delivery_attempts later
      where later.delivery_id = a.delivery_id and later.attempt > a.attempt and later.outcome = 'delivered'
    )`.execute(db);
}
