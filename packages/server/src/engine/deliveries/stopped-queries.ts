import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId, EventType, MessageId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Returns an SQL condition for other folders: the answer to this delivery was stopped. */
export function isStopped(deliveryId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from stopped_deliveries s where s.delivery_id = ${deliveryId})`;
}

/**
 * Returns an SQL expression: true if the answer to this delivery was stopped, else null. As a subquery it is an index
 * lookup for each row, never a join.
 */
export function stopOf(deliveryId: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return sql`(select true from stopped_deliveries s where s.delivery_id = ${deliveryId})`;
}

/** Returns an SQL condition: the answer to this delivery was stopped at or before `at`. */
export function isStoppedBy(deliveryId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from stopped_deliveries s where s.delivery_id = ${deliveryId} and s.stopped_at <= ${at})`;
}

/**
 * Returns those of these deliveries that were stopped. The result is stable only while the conversation is
 * locked.
 */
export async function findStopped(db: Db | Tx, deliveryIds: readonly DeliveryId[]): Promise<Set<DeliveryId>> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from stopped_deliveries where delivery_id = any(${deliveryIds}::text[])`.execute(db);
  return new Set(rows.map((row) => row.delivery_id));
}

/**
 * Records that no further answers to these deliveries are accepted. The caller holds the lock of their conversation.
 */
export async function insertStopped(tx: Tx, deliveryIds: readonly DeliveryId[], at: Date): Promise<void> {
  await sql`
    insert into stopped_deliveries (delivery_id, stopped_at)
    select delivery_id, ${at}::timestamptz from unnest(${deliveryIds}::text[]) as s (delivery_id)`.execute(tx);
}

/** A locked delivery of a message. It cannot be replayed until the transaction ends. */
export interface LockedDelivery {
  readonly delivery_id: DeliveryId;
  readonly event: EventType;
  readonly created_at: Date;
}

/** Locks the deliveries of these messages, in the order that settling uses. */
export async function lockDeliveriesOf(tx: Tx, messageIds: readonly MessageId[]): Promise<LockedDelivery[]> {
  const { rows } = await sql<LockedDelivery>`
    select delivery_id, event, created_at from deliveries where message_id = any(${messageIds}::text[])
    order by delivery_id for update`.execute(tx);
  return rows;
}
