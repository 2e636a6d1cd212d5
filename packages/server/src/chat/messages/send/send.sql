-- Sends messages of people: one statement, and mostly one transaction. It compares the conversations with the cache,
-- but where the transaction has locked and read them already it compares nothing (see `locked`).
-- Triggers note the hour of a conversation (migration 0101) and a failed attempt (0061).
-- This is the largest of three texts. The parts `absent` and `tried` are left out where no failure is predicted,
-- and all from `queued` to `tried` where no message has a delivery.
-- See docs/decisions/0021-a-send-is-one-statement.md. Built by send-queries.ts; this copy is made by
-- scripts/statement-files.ts.

with send as materialized (
  -- The batch: one row for each message.
  select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::json[], $7::timestamptz[],
      $8::text[], $9::text[], $10::bytea[], $11::text[], $12::boolean[], $13::timestamptz[], $14::bytea[], $15::text[],
      $16::text[], $17::uuid[], $18::bytea[], $19::text[]) with ordinality as given ("message_id", "conversation_id",
      "seq", "author_id", "body", "blocks", "created_at", "agent_id", "delivery_id", "envelope", "trace", "wanted",
      "retry_at", "proof", "locale", "timezone", "digest", "body_sha256", "response", "place")
),

locked as materialized (
  -- Locks the conversations that are still as this server has them in its cache. It skips locked rows: after a
  -- wait, the snapshot of the statement would be older than the lock. The boolean: the transaction has locked them
  -- already, so nothing is compared.
  select given.conversation_id, given.seq, given.preview, given.at
  from unnest($20::text[], $21::int[], $22::text[], $23::text[], $24::boolean[], $25::text[], $26::int[], $27::text[],
      $28::timestamptz[]) with ordinality as given ("conversation_id", "last_seq", "people", "agent_id", "is_live",
      "agent_hears", "seq", "preview", "at", "place") cross join lateral (
    select from conversations c
    where c.conversation_id = given.conversation_id and ($29::boolean or (
        c.deleted_at is null and c.last_seq = given.last_seq
        and c.agent_id is not distinct from given.agent_id and nullif(array_to_string(array(
              select h.user_id from room_hours h where h.conversation_id = given.conversation_id order by h.user_id),
                  ' '), '') = given.people
        and (given.agent_id is null or ((select g.status from agents g where g.agent_id = given.agent_id) = 'live') =
            given.is_live)
        and coalesce((
            select e.agent_hears from conversation_hearing e where e.conversation_id = given.conversation_id), 'all') =
                given.agent_hears))
    for no key update skip locked
  ) as its
  where $29::boolean or given.conversation_id not in (
    -- A used key, a block or an ended session: these are decided after the conversation was locked and read.
    select s.conversation_id from send s
    where (select true from idempotency_keys u where u.digest = s.digest) or (select b.blocked from memberships b where
        b.user_id = s.author_id and b.agent_id = s.agent_id)
    or s.proof is not null and not coalesce(
      (select h.expires_at > $30::timestamptz and u.user_id = s.author_id and u.locale = s.locale and u.timezone =
          s.timezone
        from sessions h join users u using (user_id) where h.token_hash = s.proof),
      (select (h.expires_at is null or h.expires_at > $30::timestamptz) and u.user_id = s.author_id and u.locale =
          s.locale and u.timezone = s.timezone
        from access_tokens h join users u using (user_id) where h.token_hash = s.proof), false))
),

updated_conversations as (
  -- Sets the last message of each conversation that was locked.
  update conversations c
  set last_seq = l.seq, last_preview = l.preview, last_message_at = l.at, last_activity_at = l.at
  from locked l where c.conversation_id = l.conversation_id
  returning c.conversation_id
),

written as materialized (
  -- The messages of those conversations. The others are decided after their conversation was locked and read.
  select s.* from send s where (s.conversation_id in (select u.conversation_id from updated_conversations u)) is true
),

read_marks as (
  -- Authors have read their own messages.
  update conversation_people p set read_seq = r.seq
  from (
    select conversation_id, author_id, max(seq) as seq from written group by conversation_id, author_id
  ) r
  where p.conversation_id = r.conversation_id and p.user_id = r.author_id and p.read_seq < r.seq
),

inserted_messages as (
  -- In the order of the batch, so that rows are stored as they are read.
  insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, reply_to_delivery_id,
      proactive, created_at) select "message_id", "conversation_id", "seq", 'user', "author_id", "body", "blocks", null,
      false, "created_at" from written order by place
),

queued as (
  -- The deliveries of the messages, for the agent of each conversation.
  select delivery_id, agent_id, conversation_id, message_id, null as task_id, author_id as user_id,
  true as human_origin, 0 as hop, 'message.created' as event, envelope as body, created_at, trace, wanted, retry_at,
  place
  from written where delivery_id is not null
),

absent as materialized (
  -- Agents whose first attempt would fail, if the database confirms the prediction: the agent is live, has this
  -- transport and address and this credential, and no server has a stream to it.
  select given.agent_id, given.outcome, given.error from unnest($31::text[], $32::text[], $33::text[], $34::text[],
      $35::text[], $36::text[]) with ordinality as given ("agent_id", "transport", "webhook_url", "signer", "outcome",
      "error", "place")
  where (
    select g.transport = given.transport and g.webhook_url is not distinct from given.webhook_url
    from agents g where g.agent_id = given.agent_id and g.status = 'live') and (
    select s.credential_id from credentials s
    where s.agent_id = given.agent_id and s.revoked_at is null order by s.credential_id desc limit 1) = given.signer
  and (select true from relay_streams r where r.agent_id = given.agent_id limit 1) is null
),

checked as materialized (
  -- Decides for each delivery whether this server takes it (ready): it wants the delivery, and no first attempt of
  -- the same lane (conversation and agent) waits that this server does not hold. Then messages stay in order.
  select q.*, a.error, case when q.ready and q.retry_at is not null then a.outcome end as outcome
  from (
    select q.*, q.wanted and not (
      -- Nobody holds it ('') or another server, whose id is smaller or greater.
      exists (
        select from delivery_queue p
        where p.conversation_id = q.conversation_id and p.agent_id = q.agent_id
        and coalesce(p.lease_owner, '') < $37::text and p.attempt_count = 0
        offset 0
      )
      or exists (
        select from delivery_queue p
        where p.conversation_id = q.conversation_id and p.agent_id = q.agent_id
        and coalesce(p.lease_owner, '') > $37::text and p.attempt_count = 0
        offset 0
      )
    ) as ready
    from queued q
  ) q left join absent a on a.agent_id = q.agent_id
),

stored as (
  -- The log of deliveries.
  insert into deliveries (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
    event, body, created_at, trace)
  select delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop, event, body,
  created_at, trace
  from queued order by place
),

placed as (
  -- The queue. A delivery is leased to this server, waits in the database, or has had its failed first attempt.
  insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at, lease_owner, fence, held,
    attempt_count, last_outcome)
  select delivery_id, agent_id, conversation_id, case when outcome is null then least(created_at, $38::timestamptz) else
      retry_at end,
  case when ready and outcome is null then $37::text end, case when ready then 1 else 0 end,
  case when not ready then 'window' end, case when outcome is null then 0 else 1 end, outcome
  from checked order by place
  returning delivery_id, lease_owner, attempt_count
),

tried as (
  -- First attempts that were predicted to fail, as an attempt would have recorded them.
  insert into delivery_attempts (delivery_id, attempt, fence, started_at, duration_ms, outcome, error)
  select delivery_id, 1, 1, $38::timestamptz, 0, outcome, error from checked where outcome is not null order by place
),

answered as (
  -- The response under the idempotency key of each request that has one.
  insert into idempotency_keys (digest, body_sha256, status, response, created_at)
  select digest, body_sha256, 201, response, $30::timestamptz from written where digest is not null
  on conflict (digest) do update
  set body_sha256 = excluded.body_sha256, status = excluded.status,
  response = excluded.response, created_at = excluded.created_at
)
select null::int as place, r.* from (
  select p.delivery_id, p.lease_owner is not null as mine, p.attempt_count > 0 as predicted from placed p) r union all
select (w.place - 1)::int as place, null::text as delivery_id, null::boolean as mine, null::boolean as predicted
from written w where w.delivery_id is null
