-- Records finished attempts and what becomes of their deliveries, in one statement.
-- Built by settle-queries.ts; this copy is made by scripts/statement-files.ts.

with outcome as materialized (
  select * from unnest($1::text[], $2::boolean[], $3::int[], $4::timestamptz[], $5::text[], $6::timestamptz[],
      $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[], $12::text[]) with ordinality as given
      ("delivery_id", "is_form", "fence", "next_attempt_at", "outcome", "sent_at", "started_at", "duration_ms",
      "status_code", "error", "response_snippet", "node_id", "place")
),

form as materialized (
  -- Forms of which the body is erased below. Their rows are locked before those of the queue, as everywhere.
  select delivery_id from deliveries
  where delivery_id = any(array(select o.delivery_id from outcome o where o.is_form)) order by delivery_id for update
),

over as (
  -- Ended deliveries leave the queue, if this server still holds them.
  delete from delivery_queue q
  where q.delivery_id = any($13::text[]) and ((q.delivery_id, q.fence, q.lease_owner) in (select o.delivery_id, o.fence,
      o.node_id from outcome o)) is true
  and (select count(*) from form) >= 0
  returning q.delivery_id, q.fence, q.attempt_count + 1 as attempt, q.dispatched_at
),

again as materialized (
  select * from outcome where next_attempt_at is not null
),

due_again as (
  -- The others go back to the queue with the time of the next attempt.
  update delivery_queue q
  set (next_attempt_at, last_outcome, attempt_count, crash_count, dispatched_at, lease_owner) = (
    select o.next_attempt_at, o.outcome, q.attempt_count + 1,
    q.crash_count + case when o.outcome = 'crashed' then 1 else 0 end, coalesce(q.dispatched_at, o.sent_at), null
    from again o where o.delivery_id = q.delivery_id)
  where q.delivery_id = any($14::text[]) and ((q.delivery_id, q.fence, q.lease_owner) in (select o.delivery_id, o.fence,
      o.node_id from again o)) is true
  returning q.delivery_id, q.fence, q.attempt_count as attempt, q.dispatched_at
),

counted as (
  -- What this server still held. Results of other deliveries are stale.
  select * from over union all select * from due_again
),

erased as (
  -- What a form contains is not kept after its last attempt.
  update deliveries set body = null
  where delivery_id in (select delivery_id from form) and delivery_id in (select delivery_id from over)
),

recorded as (
  -- The log of attempts.
  insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome,
      status_code,
    error, response_snippet)
  -- A join would compare each with each.
  select delivery_id, max(attempt), fence, coalesce(max(dispatched_at), max(sent_at)), max(started_at),
      max(duration_ms),
  max(outcome), max(status_code), max(error), max(response_snippet)
  from (
    select delivery_id, fence, null::int as attempt, null::timestamptz as dispatched_at, sent_at, started_at,
        duration_ms, outcome,
    status_code, error, response_snippet
    from outcome
    union all
    select delivery_id, fence, attempt, dispatched_at, null, null, null, null, null, null, null from counted
  ) both_of
  group by delivery_id, fence having max(attempt) is not null
),

listened as (
  -- Attempts that went to a listener instead of the agent itself.
  insert into listened_attempts (delivery_id, attempt)
  select delivery_id, attempt from counted
  where delivery_id = any($15::text[])
)
-- The commit does not wait for the disk.
select delivery_id from counted
cross join (select set_config('synchronous_commit', 'off', true)) as without_waiting
