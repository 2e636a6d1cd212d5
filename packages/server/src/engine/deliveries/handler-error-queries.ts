import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId, HandlerError, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/**
 * Records why an agent could not answer a delivery. Returns the message of the delivery, or null if the agent has
 * reported an error for this delivery before.
 */
export async function insertHandlerError(
  tx: Tx,
  error: { readonly deliveryId: DeliveryId; readonly at: Date; readonly reason: string },
): Promise<{ readonly messageId: MessageId | null } | null> {
  const { rows } = await sql<{ message_id: MessageId | null }>`
    insert into handler_errors (delivery_id, at, reason) values (${error.deliveryId}, ${error.at}, ${error.reason})
    on conflict (delivery_id) do nothing
    returning (select message_id from deliveries where deliveries.delivery_id = handler_errors.delivery_id)`.execute(
    tx,
  );
  return rows[0] ? { messageId: rows[0].message_id } : null;
}

/** Returns the errors that agents reported for these deliveries. */
export async function findHandlerErrors(
  db: Db | Tx,
  deliveryIds: readonly DeliveryId[],
): Promise<Map<DeliveryId, HandlerError>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await sql<{ delivery_id: DeliveryId; at: Date; reason: string }>`
    select delivery_id, at, reason from handler_errors where delivery_id = any(${deliveryIds}::text[])`.execute(db);
  return new Map(rows.map(({ delivery_id, at, reason }) => [delivery_id, { at: at.toISOString(), reason }]));
}

/** Returns an SQL condition: the agent reported that it could not answer this delivery. */
export function isFailedByAgent(deliveryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from handler_errors where handler_errors.delivery_id = ${deliveryId})`;
}
