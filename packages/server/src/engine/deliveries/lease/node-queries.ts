import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { isRegistered } from '../live-node-queries.ts';
import type { Claimed } from '../delivery.ts';
import { endStreams } from '../../carriers/stream-queries.ts';

/** How long a lease stays valid after its last renewal, in seconds of the database clock. */
const leaseSeconds = 10;

/** The result of a renewal: whether this server is alone, and the database time. */
export interface Renewal {
  readonly alone: boolean;
  readonly now: Date;
}

/**
 * Inserts or renews the row of this server. Returns null if the row is gone: the lease expired, and the server must
 * register under a new id.
 */
export async function renewNode(db: Db, nodeId: string, isNew: boolean): Promise<Renewal | null> {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const found = sql`not exists (select from nodes o where o.node_id <> ${nodeId}) as alone, clock_timestamp() as now`;
  const { rows } = isNew
    ? await sql<Renewal>`
        insert into nodes (node_id, alive_until) values (${nodeId}, ${until}) returning ${found}`.execute(db)
    : await sql<Renewal>`
        update nodes set alive_until = ${until} where node_id = ${nodeId} returning ${found}`.execute(db);
  return rows[0] ?? null;
}

/** Removes servers with an expired lease and releases their deliveries. Returns the number of released deliveries. */
export async function reapNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes where alive_until < now()`.execute(tx);
  await endStreams(tx, (heldBy) => sql`not ${isRegistered(heldBy)}`);
  return releaseOrphans(tx);
}

/**
 * Removes all servers and releases all leases, when the only possible server starts: every lease belongs to an earlier
 * run.
 */
export async function forgetNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes`.execute(tx);
  await endStreams(tx, () => sql`true`);
  return releaseOrphans(tx);
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
 * Finds leases of servers that are not registered. It searches the index between the ids of the live servers and skips
 * their leases: while an old snapshot is held open, the index keeps an entry for each delivery that they have finished.
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

/** Returns the deliveries leased to a server, with the fence of the claim. */
export async function findLeased(db: Db, nodeId: string): Promise<Pick<Claimed, 'deliveryId' | 'fence'>[]> {
  const { rows } = await sql<Pick<Claimed, 'deliveryId' | 'fence'>>`
    select delivery_id as "deliveryId", fence from delivery_queue where lease_owner = ${nodeId}`.execute(db);
  return rows;
}
