import { sql, type Kysely } from 'kysely';

/**
 * The newest time that a server used, and the newest that was trusted: see docs/decisions/0032. `move_back_times_ahead`
 * sets times after a given time back to it, and expiry times with them. Conversations keep their order; a retry becomes
 * due if its last attempt is in the future. It runs here once, for servers that used their own clocks, and whenever a
 * server starts at an earlier time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_time (
      is_only boolean primary key default true check (is_only),
      newest_at timestamptz,
      trusted_at timestamptz
    )`.execute(db);
  await sql`insert into server_time default values`.execute(db);
  await sql`
    create function move_back_times_ahead(given timestamptz) returns void language plpgsql as $$
    declare
      at timestamptz := date_trunc('milliseconds', given);
    begin
      perform 1 from conversations where last_activity_at > at order by conversation_id for update;
      update messages set created_at = at + a.place * interval '1 millisecond'
      from (
        select m.message_id, row_number() over (partition by m.conversation_id order by m.seq) as place
        from conversations c join messages m on m.conversation_id = c.conversation_id
        where c.last_activity_at > at and m.created_at > at
      ) a
      where messages.message_id = a.message_id;
      update message_words w set created_at = m.created_at
      from conversations c join messages m on m.conversation_id = c.conversation_id
      where c.last_activity_at > at and w.message_id = m.message_id and w.created_at > m.created_at;
      update conversations c
      set created_at = least(c.created_at, at), last_activity_at = e.moment,
          last_message_at = case when c.last_message_at > at then e.moment else c.last_message_at end
      from (
        select r.conversation_id, coalesce(m.created_at, at) as moment
        from conversations r left join messages m on m.conversation_id = r.conversation_id and m.seq = r.last_seq
        where r.last_activity_at > at
      ) e
      where c.conversation_id = e.conversation_id;
      update conversations set deleted_at = at where deleted_at > at;
      update agents set deleted_at = at where deleted_at > at;

      update delivery_queue q set next_attempt_at = at
      where q.next_attempt_at > at
        and (q.attempt_count <= q.attempts_before or exists (
          select from delivery_attempts t where t.delivery_id = q.delivery_id and t.started_at > at));
      update deliveries set created_at = at where body is not null and created_at > at;
      update drafts set created_at = least(created_at, at), updated_at = at where updated_at > at;
      update notifications set created_at = at where created_at > at;
      update tasks set created_at = least(created_at, at), updated_at = at where updated_at > at;
      update schedules set created_at = at where created_at > at;
      update assets set created_at = at where created_at > at;

      update approvals
      set expires_at = expires_at - greatest(created_at - at, interval '0'), created_at = least(created_at, at),
          resolved_at = least(resolved_at, at)
      where created_at > at or resolved_at > at;
      update sessions
      set expires_at = expires_at - greatest(created_at - at, interval '0'), created_at = least(created_at, at),
          last_used_at = least(last_used_at, at)
      where created_at > at or last_used_at > at;
      update access_tokens
      set expires_at = expires_at - greatest(created_at - at, interval '0'), created_at = least(created_at, at),
          last_used_at = least(last_used_at, at)
      where created_at > at or last_used_at > at;
      update idempotency_keys set created_at = at where created_at > at;
    end $$`.execute(db);
  await sql`select move_back_times_ahead(now())`.execute(db);
}
