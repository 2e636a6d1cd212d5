import type { MessageDelivery, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { withDispatches, type Dispatches } from './with-dispatches.ts';
import type { Engine } from './engine.ts';
import { findDeliveriesOfMessages } from './log/log-queries.ts';

/** The status of a message's deliveries. */
export interface Fate {
  readonly deliveries: readonly MessageDelivery[];
  /** Whether the sender has stopped the answer. */
  readonly stopped: boolean;
  /** Whether an agent has reported that it could not answer. */
  readonly failed: boolean;
}

/** Reads the status of the deliveries of messages, as shown to the senders. */
export async function readDeliveries(
  db: Db | Tx,
  engine: Pick<Engine, 'dispatchesOf'>,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Fate>> {
  const stored = await findDeliveriesOfMessages(db, messageIds);
  const found = new Map<MessageId, Fate>();
  for (const row of await withDispatches(stored, engine.dispatchesOf)) {
    const before = found.get(row.message_id);
    const delivery: MessageDelivery = {
      agentId: row.agent_id,
      deliveryId: row.delivery_id,
      status: row.status,
      dispatchedAt: row.dispatched_at?.toISOString() ?? null,
      nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
      attemptCount: row.attempt_count,
    };
    found.set(row.message_id, {
      deliveries: [...(before?.deliveries ?? []), delivery],
      stopped: row.stopped || before?.stopped === true,
      failed: row.failed || before?.failed === true,
    });
  }
  return found;
}

/** Returns when the deliveries of a message were first sent, also where the database does not have the time yet. */
export async function readDispatches(
  db: Db | Tx,
  engine: Pick<Engine, 'dispatchesOf'>,
  messageId: MessageId,
): Promise<Dispatches> {
  const known = await withDispatches(await findDeliveriesOfMessages(db, [messageId]), engine.dispatchesOf);
  return new Map(known.flatMap((row) => (row.dispatched_at === null ? [] : [[row.delivery_id, row.dispatched_at]])));
}
