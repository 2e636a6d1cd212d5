import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import { deliveryMoves, statusOf } from './delivery-moves.ts';

/** Ends what a room still has to deliver; the log keeps the metadata. A result that is on its way comes too late. */
export async function endLane(tx: Tx, conversationId: ConversationId): Promise<void> {
  const status = statusOf(deliveryMoves.queued.end_room);
  await sql`
    update deliveries
    set status = ${status}, next_attempt_at = null, held = null, lease_owner = null, fence = fence + 1,
        last_outcome = 'room_ended', body = case when event = 'form.submitted' then null else body end
    where conversation_id = ${conversationId} and next_attempt_at is not null`.execute(tx);
}
