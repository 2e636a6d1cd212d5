import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the end of a statement that records the use of sessions or tokens as `used`: their people were there in this
 * hour. Writes once an hour, in the order of the ids, so that two servers do not wait for each other.
 */
export function noteSeen(now: Date): RawBuilder<unknown> {
  return sql`
    insert into people_seen (user_id, seen_at)
    select distinct user_id, date_trunc('hour', ${now}::timestamptz, 'UTC') from used order by user_id
    on conflict (user_id) do update set seen_at = excluded.seen_at where people_seen.seen_at < excluded.seen_at`;
}

/** Returns an expression: when a person was last there, to the hour, or null. */
export function lastSeenOf(userId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`date_trunc('hour', greatest(
    (select p.seen_at from people_seen p where p.user_id = ${userId}),
    (select max(coalesce(s.last_used_at, s.created_at)) from sessions s where s.user_id = ${userId}),
    (select max(t.last_used_at) from access_tokens t where t.user_id = ${userId})), 'UTC')`;
}
