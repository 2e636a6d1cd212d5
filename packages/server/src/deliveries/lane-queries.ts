import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import { deliveryMoves, statusOf } from './delivery-moves.ts';

/** Ends what a room still has to deliver; the log keeps the metadata. A result that is on its way comes too late. */
export async function endLane(tx: Tx, conversationId: ConversationId): Promise<void> {
  const status = statusOf(deliveryMoves.queued.end_room);
  await sql`
    with open as materialized (
      select d.delivery_id from delivery_queue q join deliveries d using (delivery_id)
      where q.conversation_id = ${conversationId} for update of d
    ), ended as (
      delete from delivery_queue q using open where q.delivery_id = open.delivery_id returning q.delivery_id, q.fence
    )
    update deliveries d
    set ended_as = ${status}, ended_by = 'room_ended', ended_fence = ended.fence,
        body = case when d.event = 'form.submitted' then null else d.body end
    from ended where d.delivery_id = ended.delivery_id`.execute(tx);
}
