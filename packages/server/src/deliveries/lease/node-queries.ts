import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../storage/storage.ts';
import type { Claimed } from '../delivery.ts';
import { endStreams } from '../../carriers/relay/stream-queries.ts';

/** How long a server's leases outlive its last sign of life, by the database's clock. */
const leaseSeconds = 10;

/**
 * Says that this server lives, and tells whether it is alone; null where it was given up in the meantime, and must start over under
 * another name.
 */
export async function renewNode(db: Db, nodeId: string, isNew: boolean): Promise<{ readonly alone: boolean } | null> {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const alone = sql`not exists (select from nodes o where o.node_id <> ${nodeId}) as alone`;
  const { rows } = isNew
    ? await sql<{ alone: boolean }>`
        insert into nodes (node_id, alive_until) values (${nodeId}, ${until}) returning ${alone}`.execute(db)
    : await sql<{ alone: boolean }>`
        update nodes set alive_until = ${until} where node_id = ${nodeId} returning ${alone}`.execute(db);
  return rows[0] ?? null;
}

/** Gives up every server that has shown no sign of life, and makes what it had in hand due again. */
export async function reapNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes where alive_until < now()`.execute(tx);
  await endStreams(tx, (heldBy) => sql`not ${isAlive(heldBy)}`);
  return releaseOrphans(tx);
}

/** The only server there can be starts: whatever is leased, is leased to one that is gone. */
export async function forgetNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes`.execute(tx);
  await endStreams(tx, () => sql`true`);
  return releaseOrphans(tx);
}

/** A condition for the statements of others: this server lives. */
export function isAlive(nodeId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from nodes n where n.node_id = ${nodeId})`;
}

/** Which of these servers are no more: what they had in hand is anybody's. */
export async function findGoneNodes(db: Db, nodeIds: readonly string[]): Promise<string[]> {
  if (nodeIds.length === 0) return [];
  const { rows } = await sql<{ node_id: string }>`
    select w.node_id from unnest(${nodeIds}::text[]) as w (node_id)
    where not exists (select from nodes n where n.node_id = w.node_id)`.execute(db);
  return rows.map((row) => row.node_id);
}

export async function removeNode(tx: Tx, nodeId: string): Promise<void> {
  await sql`delete from nodes where node_id = ${nodeId}`.execute(tx);
  await endStreams(tx, (heldBy) => sql`${heldBy} = ${nodeId}`);
  await releaseOrphans(tx);
}

async function releaseOrphans(tx: Tx): Promise<number> {
  const orphans = await findOrphans(tx);
  if (orphans.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update delivery_queue q set lease_owner = null, fence = fence + 1, held = null
    where q.delivery_id = any(${orphans}::text[]) and q.lease_owner is not null
      and (select true from nodes n where n.node_id = q.lease_owner) is not true`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Looks between the names of those that live, not at what is leased to them: while a snapshot is held open, the index of leases keeps an
 * entry for each delivery that they had.
 */
async function findOrphans(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ delivery_id: string }>`
    select o.delivery_id
    from (select node_id, lead(node_id) over (order by node_id) as next from nodes) n
    cross join lateral (
      select delivery_id from delivery_queue where lease_owner > n.node_id and lease_owner < n.next offset 0
    ) o
    union all
    select delivery_id from delivery_queue where lease_owner < (select min(node_id) from nodes)
    union all
    select delivery_id from delivery_queue where lease_owner > coalesce((select max(node_id) from nodes), '')`.execute(
    tx,
  );
  return rows.map((row) => row.delivery_id);
}

/** What is leased to a server, and by which claim. */
export async function findLeased(db: Db, nodeId: string): Promise<Pick<Claimed, 'deliveryId' | 'fence'>[]> {
  const { rows } = await sql<Pick<Claimed, 'deliveryId' | 'fence'>>`
    select delivery_id as "deliveryId", fence from delivery_queue where lease_owner = ${nodeId}`.execute(db);
  return rows;
}
