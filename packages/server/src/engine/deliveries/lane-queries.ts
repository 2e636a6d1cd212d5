import { sql, type RawBuilder } from 'kysely';

/**
 * Returns a condition: in the lane of a row (`conversation_id`, `agent_id`) a first attempt waits that this server does
 * not hold, so that this server may not send a later one.
 *
 * Two ranges of the index, instead of one condition, pass over what this server holds or held itself: while an old
 * snapshot is held open, the index keeps an entry for each delivery that has ended.
 *
 * @param only A further condition on the waiting delivery `p`.
 */
export function isLaneBlocked(
  row: RawBuilder<unknown>,
  nodeId: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql``,
): RawBuilder<boolean> {
  // `offset 0` keeps this one index lookup for each row: a plan made when the queue was short would read all of it.
  const waits = (side: RawBuilder<unknown>) => sql`exists (
      select from delivery_queue p
      where p.conversation_id = ${row}.conversation_id and p.agent_id = ${row}.agent_id
        and coalesce(p.lease_owner, '') ${side} ${nodeId}::text and p.attempt_count = 0 ${only}
      offset 0
    )`;
  return sql<boolean>`(
    -- Nobody holds it ('') or another server, whose id is smaller or greater.
    ${waits(sql`<`)}
    or ${waits(sql`>`)}
  )`;
}
