import type { MessageDelivery, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import { withDispatches } from './dispatch-times.ts';
import type { Engine } from './engine.ts';
import { findDeliveriesOfMessages } from './log-queries.ts';

/** How the deliveries of messages fare, as the senders of the messages see it. */
export async function readDeliveries(
  db: Db | Tx,
  engine: Pick<Engine, 'dispatchesOf'>,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, MessageDelivery[]>> {
  const stored = await findDeliveriesOfMessages(db, messageIds);
  const found = new Map<MessageId, MessageDelivery[]>();
  for (const row of await withDispatches(stored, engine.dispatchesOf)) {
    const list = found.get(row.message_id) ?? [];
    list.push({
      agentId: row.agent_id,
      deliveryId: row.delivery_id,
      status: row.status,
      dispatchedAt: row.dispatched_at?.toISOString() ?? null,
      nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
      attemptCount: row.attempt_count,
    });
    found.set(row.message_id, list);
  }
  return found;
}
