import type { MessageDelivery, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../storage/storage.ts';
import { withDispatches } from '../lease/dispatch-times.ts';
import type { Engine } from '../engine.ts';
import { findDeliveriesOfMessages } from './log-queries.ts';

/** How the deliveries of a message fare. */
export interface Fate {
  readonly deliveries: readonly MessageDelivery[];
  /** Whether its sender has stopped the answer. */
  readonly stopped: boolean;
}

/** How the deliveries of messages fare, as the senders of the messages see it. */
export async function readDeliveries(
  db: Db | Tx,
  engine: Pick<Engine, 'dispatchesOf'>,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Fate>> {
  const stored = await findDeliveriesOfMessages(db, messageIds);
  const found = new Map<MessageId, Fate>();
  for (const row of await withDispatches(stored, engine.dispatchesOf)) {
    const { deliveries, stopped } = found.get(row.message_id) ?? { deliveries: [], stopped: false };
    const delivery: MessageDelivery = {
      agentId: row.agent_id,
      deliveryId: row.delivery_id,
      status: row.status,
      dispatchedAt: row.dispatched_at?.toISOString() ?? null,
      nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
      attemptCount: row.attempt_count,
    };
    found.set(row.message_id, { deliveries: [...deliveries, delivery], stopped: stopped || row.stopped });
  }
  return found;
}
