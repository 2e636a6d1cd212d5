import { sql } from 'kysely';
import type { ConversationId, DeliveryId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { deliveryMoves, statusOf } from './delivery-moves.ts';

/**
 * Ends the open deliveries of a conversation. The log keeps the metadata and an attempt that gives the reason; a result
 * that arrives later is stale. Locks deliveries before queue rows, both in the order that settling uses.
 *
 * @returns the deliveries that were open.
 */
export async function endLane(tx: Tx, conversationId: ConversationId, now: Date): Promise<DeliveryId[]> {
  const status = statusOf(deliveryMoves.queued.end_room);
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    with open as materialized (
      select d.delivery_id from delivery_queue q join deliveries d using (delivery_id)
      where q.conversation_id = ${conversationId} for update of d
    ), locked as materialized (
      select q.delivery_id from delivery_queue q join open using (delivery_id) order by q.delivery_id for update of q
    ), ended as (
      delete from delivery_queue q using locked where q.delivery_id = locked.delivery_id
      returning q.delivery_id, q.fence, q.attempt_count + 1 as attempt, q.dispatched_at
    ), recorded as (
      insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome, error)
      select delivery_id, attempt, fence, dispatched_at, ${now}::timestamptz, 0, 'room_ended',
             'The conversation ended, or the agent left it.'
      from ended
    )
    update deliveries d
    set ended_as = ${status}, ended_by = 'room_ended', ended_fence = ended.fence,
        body = case when d.event = 'form.submitted' then null else d.body end
    from ended where d.delivery_id = ended.delivery_id
    returning d.delivery_id`.execute(tx);
  return rows.map((row) => row.delivery_id);
}
