import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../../storage/storage.ts';
import { deliveryMoves, statusOf } from '../delivery-moves.ts';

/**
 * Ends what a conversation still has to deliver; the log keeps the metadata. A result that is on its way comes too late. Deliveries are
 * locked before their places in the queue, and these in the order in which outcomes are recorded.
 *
 * @returns how many there were.
 */
export async function endLane(tx: Tx, conversationId: ConversationId): Promise<number> {
  const status = statusOf(deliveryMoves.queued.end_room);
  const { numAffectedRows = 0n } = await sql`
    with open as materialized (
      select d.delivery_id from delivery_queue q join deliveries d using (delivery_id)
      where q.conversation_id = ${conversationId} for update of d
    ), locked as materialized (
      select q.delivery_id from delivery_queue q join open using (delivery_id) order by q.delivery_id for update of q
    ), ended as (
      delete from delivery_queue q using locked where q.delivery_id = locked.delivery_id returning q.delivery_id, q.fence
    )
    update deliveries d
    set ended_as = ${status}, ended_by = 'room_ended', ended_fence = ended.fence,
        body = case when d.event = 'form.submitted' then null else d.body end
    from ended where d.delivery_id = ended.delivery_id`.execute(tx);
  return Number(numAffectedRows);
}
