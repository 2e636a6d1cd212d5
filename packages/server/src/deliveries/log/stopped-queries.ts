import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId, EventType, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../storage/storage.ts';

/** A condition for the statements of other concepts: the answer to this delivery was stopped. */
export function isStopped(deliveryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from stopped_deliveries s where s.delivery_id = ${deliveryId})`;
}

/** Part of a statement: true where the answer to this delivery was stopped, else null; looked up each time, however few there are. */
export function stopOf(deliveryId: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return sql`(select true from stopped_deliveries s where s.delivery_id = ${deliveryId})`;
}

/** A condition: the answer to this delivery was stopped by then. */
export function isStoppedBy(deliveryId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from stopped_deliveries s where s.delivery_id = ${deliveryId} and s.stopped_at <= ${at})`;
}

/** Those of these deliveries whose answer was stopped. Read behind their conversation's lock, it is so for good or not yet. */
export async function findStopped(db: Db | Tx, deliveryIds: readonly DeliveryId[]): Promise<Set<DeliveryId>> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from stopped_deliveries where delivery_id = any(${deliveryIds}::text[])`.execute(db);
  return new Set(rows.map((row) => row.delivery_id));
}

/** Notes that nothing more is taken in answer to these deliveries; whoever notes it holds their conversation. */
export async function insertStopped(tx: Tx, deliveryIds: readonly DeliveryId[], at: Date): Promise<void> {
  await sql`
    insert into stopped_deliveries (delivery_id, stopped_at)
    select delivery_id, ${at}::timestamptz from unnest(${deliveryIds}::text[]) as s (delivery_id)`.execute(tx);
}

/** A delivery of a message, under lock: no replay of it begins meanwhile. */
export interface LockedDelivery {
  readonly delivery_id: DeliveryId;
  readonly event: EventType;
  readonly created_at: Date;
}

/** Locks the deliveries of a message, in the order that settling keeps. */
export async function lockDeliveriesOf(tx: Tx, messageId: MessageId): Promise<LockedDelivery[]> {
  const { rows } = await sql<LockedDelivery>`
    select delivery_id, event, created_at from deliveries where message_id = ${messageId}
    order by delivery_id for update`.execute(tx);
  return rows;
}
