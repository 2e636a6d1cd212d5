import { sql } from 'kysely';
import type { DeliveryId, InvocationId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { isStopped } from './stopped-queries.ts';

/** Records the delivery that an agent was answering when it invoked a tool. The invocation must be stored. */
export async function insertInvokedWith(tx: Tx, invocationId: InvocationId, deliveryId: DeliveryId): Promise<void> {
  await sql`
    insert into invoked_with (invocation_id, delivery_id) values (${invocationId}, ${deliveryId})`.execute(tx);
}

/**
 * Records the `tool.result` of an invocation. If the answer that invoked the tool was stopped, its result takes no
 * replies either. The caller holds the lock of the conversation.
 */
export async function insertResultOf(
  tx: Tx,
  invocationId: InvocationId,
  resultId: DeliveryId,
  now: Date,
): Promise<void> {
  await sql`
    with invoked as (
      update invoked_with set result_delivery_id = ${resultId} where invocation_id = ${invocationId}
      returning delivery_id
    )
    insert into stopped_deliveries (delivery_id, stopped_at)
    select ${resultId}, ${now}::timestamptz from invoked where ${isStopped(sql`invoked.delivery_id`)}`.execute(tx);
}

/** Returns the results of the tools invoked in answer to these deliveries. */
export async function findResults(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<DeliveryId[]> {
  const { rows } = await sql<{ result_delivery_id: DeliveryId }>`
    select result_delivery_id from invoked_with
    where delivery_id = any(${deliveryIds}::text[]) and result_delivery_id is not null`.execute(tx);
  return rows.map((row) => row.result_delivery_id);
}

/** Returns the delivery that the agent was answering when it invoked the tool with this result, or null. */
export async function findInvokedWith(tx: Tx, resultId: DeliveryId): Promise<DeliveryId | null> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from invoked_with
    where result_delivery_id = ${resultId}`.execute(tx);
  return rows[0]?.delivery_id ?? null;
}
