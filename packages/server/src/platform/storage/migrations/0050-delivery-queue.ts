import { sql, type Kysely } from 'kysely';

/**
 * Moves open deliveries to a table of their own with small rows, so that claims and settlements write no body and no
 * index of the log, and finished deliveries cost them nothing. `deliveries` keeps what never changes,
 * `delivery_attempts` the results, and `ended_as` only ends without an attempt. The view `delivery_standings` joins the
 * three tables to the status of each delivery.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery_queue (
      delivery_id text primary key,
      position bigint generated always as identity,
      agent_id text not null,
      conversation_id text not null,
      attempt_count integer not null default 0,
      attempts_before integer not null default 0,
      crash_count integer not null default 0,
      last_outcome text,
      next_attempt_at timestamptz not null,
      held text,
      lease_owner text,
      fence integer not null default 0,
      dispatched_at timestamptz
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)`.execute(
    db,
  );
  await sql`
    insert into delivery_queue (delivery_id, agent_id, conversation_id, attempt_count, attempts_before, crash_count, last_outcome,
                                next_attempt_at, held, lease_owner, fence, dispatched_at)
    select delivery_id, agent_id, conversation_id, attempt_count, attempts_before, crash_count, last_outcome, next_attempt_at, held,
           lease_owner, fence, dispatched_at
    from deliveries where next_attempt_at is not null order by position`.execute(db);

  await sql`alter table delivery_attempts add column fence integer, add column dispatched_at timestamptz`.execute(db);
  await sql`
    update delivery_attempts a set dispatched_at = d.dispatched_at, fence = d.fence
    from deliveries d where a.delivery_id = d.delivery_id and a.attempt = 1`.execute(db);
  await sql`
    alter table deliveries add column ended_as text, add column ended_by text, add column ended_fence integer`.execute(
    db,
  );
  await sql`
    update deliveries set ended_as = status, ended_by = last_outcome, ended_fence = fence
    where next_attempt_at is null`.execute(db);
  // Dropping the columns drops their indexes too.
  await sql`
    alter table deliveries drop column position, drop column status, drop column attempt_count, drop column attempts_before,
      drop column crash_count, drop column last_outcome, drop column next_attempt_at, drop column held,
      drop column lease_owner, drop column fence, drop column dispatched_at`.execute(db);

  const indexes = [
    sql`create index delivery_queue_due on delivery_queue (next_attempt_at) where lease_owner is null and held is null`,
    sql`create index delivery_queue_held on delivery_queue (agent_id, position) where held is not null and lease_owner is null`,
    sql`create index delivery_queue_unleased on delivery_queue (agent_id) where lease_owner is null`,
    sql`create index delivery_queue_leased on delivery_queue (lease_owner) where lease_owner is not null`,
    sql`create index delivery_queue_lane on delivery_queue (conversation_id, agent_id, position)`,
  ];
  for (const index of indexes) await index.execute(db);
  await sql`
    create view delivery_standings as
    select d.delivery_id, d.agent_id, d.conversation_id, d.message_id, d.user_id, d.event, d.created_at,
           d.body is not null as has_body, q.delivery_id is not null as open,
           case when q.delivery_id is null
                then coalesce(d.ended_as, case when a.outcome = 'delivered' then 'delivered' else 'failed' end)
                when q.attempt_count > q.attempts_before then 'failed' else 'pending' end as status,
           coalesce(q.attempt_count, a.attempts, 0) as attempt_count, coalesce(q.attempts_before, 0) as attempts_before,
           coalesce(q.crash_count, 0) as crash_count, coalesce(q.last_outcome, d.ended_by, a.outcome) as last_outcome,
           coalesce(q.fence, greatest(d.ended_fence, a.fence), 0) as fence,
           coalesce(q.dispatched_at, a.dispatched_at) as dispatched_at, q.next_attempt_at, q.held, q.lease_owner
    from deliveries d
    left join delivery_queue q on q.delivery_id = d.delivery_id
    left join lateral (
      select max(t.attempt) as attempts, max(t.fence) as fence, min(t.dispatched_at) as dispatched_at,
             (array_agg(t.outcome order by t.attempt desc))[1] as outcome
      from delivery_attempts t where t.delivery_id = d.delivery_id
    ) a on true`.execute(db);
}
