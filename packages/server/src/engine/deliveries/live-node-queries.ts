import { sql, type RawBuilder } from 'kysely';
import type { Db, Storage } from '../../platform/storage/storage.ts';

/** Returns an SQL condition for other folders: this server is registered. A dead one is, until its row is reaped. */
export function isRegistered(nodeId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from nodes n where n.node_id = ${nodeId})`;
}

/** Returns those of these servers that are no longer registered. Their leases may be taken over. */
export async function findGoneNodes(db: Db, nodeIds: readonly string[]): Promise<string[]> {
  if (nodeIds.length === 0) return [];
  const { rows } = await sql<{ node_id: string }>`
    select w.node_id from unnest(${nodeIds}::text[]) as w (node_id)
    where not exists (select from nodes n where n.node_id = w.node_id)`.execute(db);
  return rows.map((row) => row.node_id);
}

/** Returns whether a server runs on the database, or ended without a word within the last seconds. */
export async function hasLiveNodes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from nodes where alive_until > now()) as there`.execute(db);
  return rows[0]?.there === true;
}

/**
 * Lists the servers that run now, by id, at most `limit`. The one of an embedded database never renews its row: it is the
 * one that asks.
 */
export async function listLiveNodes({ db, kind }: Pick<Storage, 'db' | 'kind'>, limit: number): Promise<string[]> {
  const isLive = kind === 'pglite' ? sql`true` : sql`alive_until > now()`;
  const { rows } = await sql<{ node_id: string }>`
    select node_id from nodes where ${isLive} order by node_id limit ${limit}`.execute(db);
  return rows.map((row) => row.node_id);
}
