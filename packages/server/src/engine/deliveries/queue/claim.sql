-- Claims due deliveries for one server, in one statement. The other claim differs in its first part alone: it takes
-- what waits for the windows of agents.
-- Built by claim-queries.ts; this copy is made by scripts/statement-files.ts.

with candidate as materialized (
  select delivery_id, agent_id, conversation_id, position, attempt_count from delivery_queue
  where lease_owner is null and held is null and next_attempt_at <= $1::timestamptz
  order by next_attempt_at limit $2::int for update skip locked
),

checked as materialized (
  -- Whether the lane lets it go now.
  select c.delivery_id, c.attempt_count > 0 or not (
    -- Nobody holds it ('') or another server, whose id is smaller or greater.
    exists (
      select from delivery_queue p
      where p.conversation_id = c.conversation_id and p.agent_id = c.agent_id
      and coalesce(p.lease_owner, '') < $3::text and p.attempt_count = 0 and p.position < c.position and (p.delivery_id
          in (select o.delivery_id from candidate o)) is not true
      offset 0
    )
    or exists (
      select from delivery_queue p
      where p.conversation_id = c.conversation_id and p.agent_id = c.agent_id
      and coalesce(p.lease_owner, '') > $3::text and p.attempt_count = 0 and p.position < c.position and (p.delivery_id
          in (select o.delivery_id from candidate o)) is not true
      offset 0
    )
  ) as ready
  from candidate c
)
update delivery_queue q
set lease_owner = case when j.ready then $3::text end,
fence = q.fence + case when j.ready then 1 else 0 end,
held = case when not j.ready then 'window' end
from checked j join deliveries d on d.delivery_id = j.delivery_id
where q.delivery_id = j.delivery_id
returning d.delivery_id as "deliveryId", d.agent_id as "agentId", d.conversation_id as "conversationId",
d.message_id as "messageId", d.user_id as "userId", d.event, d.body,
q.next_attempt_at as "dueAt", q.attempt_count as "attemptCount",
q.attempts_before as "attemptsBefore", q.crash_count as "crashCount", q.fence, d.trace, q.position,
j.ready as mine
