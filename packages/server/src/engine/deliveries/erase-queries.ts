import { sql } from 'kysely';
import { lowestId, type DeliveryId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/**
 * Erases the bodies of at most `limit` ended deliveries that were created and last attempted before `before`. Resolves
 * to the number erased. The partial index of age holds only rows with a body, so the search does not read rows already
 * erased.
 */
export async function eraseOldBodies(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set body = null where ctid = any(array(
      select d.ctid from deliveries d
      where d.created_at < ${before} and d.body is not null
        and not exists (select from delivery_queue q where q.delivery_id = d.delivery_id)
        and not exists (
          select from delivery_attempts a where a.delivery_id = d.delivery_id and a.started_at >= ${before}
        )
      order by d.created_at limit ${limit} for update of d skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases the bodies of these deliveries, which must have ended. They cannot be replayed. */
export async function eraseBodies(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await sql`
    update deliveries set body = null
    where delivery_id = any(${deliveryIds}::text[]) and body is not null`.execute(tx);
}

/**
 * Deletes at most `limit` ended deliveries, with their attempts, that were created and last attempted before `before`.
 * Resolves to the number deleted. Ids are ordered by time, so the oldest are at the start of the primary key.
 */
export async function eraseOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select d.delivery_id, d.agent_id from deliveries d
      where d.delivery_id < ${lowestId('delivery', before.getTime())} and d.created_at < ${before}
        and (select true from delivery_queue q where q.delivery_id = d.delivery_id) is not true
        and (
          select true from delivery_attempts a
          where a.delivery_id = d.delivery_id and a.started_at >= ${before} limit 1
        ) is not true
      order by d.delivery_id limit ${limit} for update of d skip locked
    ), attempts as (
      delete from delivery_attempts where delivery_id = any(array(select delivery_id from old))
    ), failed as (
      delete from failed_deliveries
      where agent_id = any(array(select agent_id from old)) and delivery_id = any(array(select delivery_id from old))
    )
    delete from deliveries where delivery_id = any(array(select delivery_id from old))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
