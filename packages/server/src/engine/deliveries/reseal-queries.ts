import { sql } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { Dispatches } from './with-dispatches.ts';

/** A delivery with a new body. Copies in memory that were claimed up to `fence` may have the old one. */
export interface Resealed {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly fence: number;
}

/**
 * Changes the bodies of open deliveries that were not sent. The caller has locked the deliveries. One that is being
 * sent at the same time may go out with its old body, as if it had been sent before.
 *
 * @param dispatches Dispatch times that may not be persisted yet.
 */
export async function resealDeliveries(
  tx: Tx,
  deliveryIds: readonly DeliveryId[],
  dispatches: Dispatches,
  change: (body: Buffer) => Buffer,
): Promise<Resealed[]> {
  const unsent = deliveryIds.filter((deliveryId) => !dispatches.has(deliveryId));
  if (unsent.length === 0) return [];
  const { rows } = await sql<Resealed & { readonly body: Buffer }>`
    with open as materialized (
      select delivery_id, fence from delivery_queue
      where delivery_id = any(${unsent}::text[]) and dispatched_at is null order by delivery_id for update
    )
    select d.delivery_id as "deliveryId", d.agent_id as "agentId", open.fence, d.body
    from open join deliveries d using (delivery_id) where d.body is not null`.execute(tx);
  if (rows.length === 0) return [];
  await sql`
    update deliveries d set body = r.body
    from unnest(${rows.map((row) => row.deliveryId)}::text[], ${rows.map((row) => change(Buffer.from(row.body)))}::bytea[])
      as r (delivery_id, body)
    where d.delivery_id = r.delivery_id`.execute(tx);
  return rows.map(({ deliveryId, agentId, fence }) => ({ deliveryId, agentId, fence }));
}

/** Returns the signals after deliveries were sealed again, to the servers that may hold them. */
export function resealedSignals(resealed: readonly Resealed[]): Signal[] {
  return resealed.map((one) => ({ to: 'servers', type: 'deliveryResealed', ...one }));
}
