import { sql } from 'kysely';
import type { DeliveryId, HandlerError } from '@parley/protocol';
import type { Db, Tx } from '../../storage/storage.ts';

/** Notes why an agent could not answer; false where it has said so of this delivery before. */
export async function insertHandlerError(
  tx: Tx,
  error: { readonly deliveryId: DeliveryId; readonly at: Date; readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into handler_errors (delivery_id, at, reason) values (${error.deliveryId}, ${error.at}, ${error.reason})
    on conflict (delivery_id) do nothing returning delivery_id`.execute(tx);
  return rows.length === 1;
}

/** What agents said of deliveries that they could not answer. */
export async function findHandlerErrors(
  db: Db | Tx,
  deliveryIds: readonly DeliveryId[],
): Promise<Map<DeliveryId, HandlerError>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await sql<{ delivery_id: DeliveryId; at: Date; reason: string }>`
    select delivery_id, at, reason from handler_errors where delivery_id = any(${deliveryIds}::text[])`.execute(db);
  return new Map(rows.map(({ delivery_id, at, reason }) => [delivery_id, { at: at.toISOString(), reason }]));
}
