import { sql, type RawBuilder } from 'kysely';
import { limits, type AgentId } from '@parley/protocol';
import type { Proof } from '../../platform/routing/proof.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { nameOfProof } from '../../accounts/users/proof-name-queries.ts';

/** The oldest open stream of an owner who listens to the agent. */
export interface ListenerRow {
  readonly opened_at: Date;
  /** Null in rows written by the previous release. */
  readonly opened_by: Proof['kind'] | null;
  readonly opened_name: string | null;
}

/** An agent's own open relay streams, and when the last one ended. */
export interface StreamsRow {
  readonly streams: number;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
}

/** Returns the ids of the relay streams recorded for a server. */
export async function findStreams(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select connection_id from relay_streams where node_id = ${nodeId}`.execute(db);
  return rows.map((row) => row.connection_id);
}

/**
 * Records an open stream, of the agent or of its listening owner. Returns false if the maximum for the kind is reached.
 */
export async function insertStream(
  tx: Tx,
  stream: {
    readonly connectionId: string;
    readonly nodeId: string;
    readonly agentId: AgentId;
    /** The session or token of the listening owner; null for a stream of the agent itself. */
    readonly listener: Proof | null;
    readonly now: Date;
  },
): Promise<boolean> {
  await lockName(tx, `relay ${stream.agentId}`);
  const listens = stream.listener !== null;
  const { rows } = await sql`
    insert into relay_streams (connection_id, node_id, agent_id, listens, opened_at, opened_by, opened_name)
    select ${stream.connectionId}, ${stream.nodeId}, ${stream.agentId}, ${listens}::boolean, ${stream.now}::timestamptz,
           ${stream.listener?.kind ?? null}::text, ${stream.listener === null ? sql`null::text` : nameOfProof(stream.listener)}
    where (select count(*) from relay_streams where agent_id = ${stream.agentId} and listens = ${listens}::boolean)
      < ${limits.streamsPerAgent}
    returning connection_id`.execute(tx);
  return rows.length === 1;
}

/**
 * Deletes the rows of the owner's listening streams, on all servers. Each server then closes the streams that it holds.
 */
export async function deleteListeners(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`delete from relay_streams where agent_id = ${agentId} and listens`.execute(tx);
}

/** Returns whether the row of a stream exists. */
export async function isNoted(db: Db, connectionId: string): Promise<boolean> {
  const { rows } = await sql`select from relay_streams where connection_id = ${connectionId}`.execute(db);
  return rows.length === 1;
}

export async function deleteStream(db: Db, connectionId: string, now: Date | null = null): Promise<void> {
  await forget(db, sql`r.connection_id = ${connectionId}`, now);
}

/** Deletes the rows of streams by their node id. */
export async function endStreams(
  db: Db | Tx,
  isMeant: (nodeId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<void> {
  await forget(db, isMeant(sql`r.node_id`));
}

/** Deletes rows of streams. For each agent that lost one of its own, records the time. */
async function forget(db: Db | Tx, which: RawBuilder<boolean>, now: Date | null = null): Promise<void> {
  await sql`
    with gone as (delete from relay_streams r where ${which} returning r.agent_id, r.listens)
    insert into streams_ended (agent_id, ended_at)
    select distinct agent_id, coalesce(${now}::timestamptz, now()) from gone where not listens order by agent_id
    on conflict (agent_id) do update set ended_at = excluded.ended_at`.execute(db);
}

/** Returns an SQL condition for other folders: no server holds a stream of this agent. */
export function isHeldNowhere(agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select true from relay_streams r where r.agent_id = ${agentId} limit 1) is null`;
}

/** Returns those of the agents with an owner who listens on another server. */
export async function findListenedElsewhere(db: Db, agentIds: readonly AgentId[], nodeId: string): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select distinct agent_id from relay_streams
    where agent_id = any(${agentIds}::text[]) and node_id <> ${nodeId} and listens`.execute(db);
  return rows.map((row) => row.agent_id);
}

/** Returns those of the agents that have a stream on another server. */
export async function findStreamedElsewhere(db: Db, agentIds: readonly AgentId[], nodeId: string): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select distinct agent_id from relay_streams where agent_id = any(${agentIds}::text[]) and node_id <> ${nodeId}`.execute(
    db,
  );
  return rows.map((row) => row.agent_id);
}

/** Returns the agent's own streams on live servers, without those of its listening owner. */
export async function findStreamsOf(
  db: Db,
  agentId: AgentId,
  isRegistered: (nodeId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<StreamsRow> {
  const { rows } = await sql<StreamsRow>`
    select count(r.connection_id)::int as streams, min(r.opened_at) as opened_at,
      (select ended_at from streams_ended e where e.agent_id = ${agentId}) as ended_at
    from relay_streams r
    where r.agent_id = ${agentId} and not r.listens and ${isRegistered(sql`r.node_id`)}`.execute(db);
  return rows[0] ?? { streams: 0, opened_at: null, ended_at: null };
}

/** Returns the oldest stream of the agent's listening owner on live servers, or null. */
export async function findListener(
  db: Db,
  agentId: AgentId,
  isRegistered: (nodeId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<ListenerRow | null> {
  const { rows } = await sql<ListenerRow>`
    select r.opened_at, r.opened_by, r.opened_name from relay_streams r
    where r.agent_id = ${agentId} and r.listens and ${isRegistered(sql`r.node_id`)}
    order by r.opened_at, r.connection_id limit 1`.execute(db);
  return rows[0] ?? null;
}
