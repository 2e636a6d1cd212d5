import { sql, type RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import { limits } from '@parley/protocol';
import { lockName } from '../storage/lock-name.ts';
import type { Db, Tx } from '../storage/storage.ts';
import type { Claimed } from './delivery.ts';

/** How long a server's leases outlive its last sign of life, by the database's clock. */
const leaseSeconds = 10;

/** Says that this server lives; false where it was given up in the meantime, and must start over under another name. */
export async function renewNode(db: Db, nodeId: string, isNew: boolean): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const { rows } = isNew
    ? await sql`insert into nodes (node_id, alive_until) values (${nodeId}, ${until}) returning node_id`.execute(db)
    : await sql`update nodes set alive_until = ${until} where node_id = ${nodeId} returning node_id`.execute(db);
  return rows.length === 1;
}

/** Gives up every server that has shown no sign of life, and makes what it had in hand due again. */
export async function reapNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes where alive_until < now()`.execute(tx);
  await endStreams(tx, sql`not exists (select from nodes n where n.node_id = r.node_id)`);
  return releaseOrphans(tx);
}

/** The only server there can be starts: whatever is leased, is leased to one that is gone. */
export async function forgetNodes(tx: Tx): Promise<number> {
  await sql`delete from nodes`.execute(tx);
  await endStreams(tx, sql`true`);
  return releaseOrphans(tx);
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
  await endStreams(tx, sql`r.node_id = ${nodeId}`);
  await releaseOrphans(tx);
}

async function releaseOrphans(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    update delivery_queue q set lease_owner = null, fence = fence + 1, held = null
    where q.lease_owner is not null and not exists (select from nodes n where n.node_id = q.lease_owner)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** What is leased to a server, and by which claim. */
export async function findLeased(db: Db, nodeId: string): Promise<Pick<Claimed, 'deliveryId' | 'fence'>[]> {
  const { rows } = await sql<Pick<Claimed, 'deliveryId' | 'fence'>>`
    select delivery_id as "deliveryId", fence from delivery_queue where lease_owner = ${nodeId}`.execute(db);
  return rows;
}

/** The relay streams noted for a server. */
export async function findStreams(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select connection_id from relay_streams where node_id = ${nodeId}`.execute(db);
  return rows.map((row) => row.connection_id);
}

/** Notes an open stream, the agent's own or one of its listening owner; false where there are as many of the kind as there may be. */
export async function insertStream(
  tx: Tx,
  stream: {
    readonly connectionId: string;
    readonly nodeId: string;
    readonly agentId: AgentId;
    readonly listens: boolean;
    readonly now: Date;
  },
): Promise<boolean> {
  await lockName(tx, `relay ${stream.agentId}`);
  const { rows } = await sql`
    insert into relay_streams (connection_id, node_id, agent_id, listens, opened_at)
    select ${stream.connectionId}, ${stream.nodeId}, ${stream.agentId}, ${stream.listens}::boolean, ${stream.now}::timestamptz
    where (select count(*) from relay_streams where agent_id = ${stream.agentId} and listens = ${stream.listens}::boolean)
      < ${limits.streamsPerAgent}
    returning connection_id`.execute(tx);
  return rows.length === 1;
}

export async function deleteStream(db: Db, connectionId: string, now: Date | null = null): Promise<void> {
  await endStreams(db, sql`r.connection_id = ${connectionId}`, now);
}

/** Forgets streams, and notes of each agent that one of its own has ended. */
async function endStreams(db: Db | Tx, which: RawBuilder<boolean>, now: Date | null = null): Promise<void> {
  await sql`
    with gone as (delete from relay_streams r where ${which} returning r.agent_id, r.listens)
    insert into streams_ended (agent_id, ended_at)
    select distinct agent_id, coalesce(${now}::timestamptz, now()) from gone where not listens order by agent_id
    on conflict (agent_id) do update set ended_at = excluded.ended_at`.execute(db);
}

/** Those of the agents whose owner listens to them at a server other than this one. */
export async function findListenedElsewhere(db: Db, agentIds: readonly AgentId[], nodeId: string): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select distinct agent_id from relay_streams
    where agent_id = any(${agentIds}::text[]) and node_id <> ${nodeId} and listens`.execute(db);
  return rows.map((row) => row.agent_id);
}

/** Those of the agents of whom a server other than this one holds a stream. */
export async function findStreamedElsewhere(db: Db, agentIds: readonly AgentId[], nodeId: string): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select distinct agent_id from relay_streams where agent_id = any(${agentIds}::text[]) and node_id <> ${nodeId}`.execute(
    db,
  );
  return rows.map((row) => row.agent_id);
}
