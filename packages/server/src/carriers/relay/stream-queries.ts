import { sql, type RawBuilder } from 'kysely';
import { limits, type AgentId } from '@parley/protocol';
import { lockName } from '../../storage/lock-name.ts';
import type { Db, Tx } from '../../storage/storage.ts';

/** The open relay streams of an agent, and when the last one to end did so. */
export interface StreamsRow {
  readonly streams: number;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
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
  await forget(db, sql`r.connection_id = ${connectionId}`, now);
}

/** Forgets streams by who holds them. */
export async function endStreams(
  db: Db | Tx,
  isMeant: (nodeId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<void> {
  await forget(db, isMeant(sql`r.node_id`));
}

/** Forgets streams, and notes of each agent that one of its own has ended. */
async function forget(db: Db | Tx, which: RawBuilder<boolean>, now: Date | null = null): Promise<void> {
  await sql`
    with gone as (delete from relay_streams r where ${which} returning r.agent_id, r.listens)
    insert into streams_ended (agent_id, ended_at)
    select distinct agent_id, coalesce(${now}::timestamptz, now()) from gone where not listens order by agent_id
    on conflict (agent_id) do update set ended_at = excluded.ended_at`.execute(db);
}

/** A condition for the statements of others: no server holds a stream of this agent. */
export function isHeldNowhere(agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select true from relay_streams r where r.agent_id = ${agentId} limit 1) is null`;
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

/** The agent's own streams on every server that lives; those of its listening owner are none of it. */
export async function findStreamsOf(
  db: Db,
  agentId: AgentId,
  isAlive: (nodeId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<StreamsRow> {
  const { rows } = await sql<StreamsRow>`
    select count(r.connection_id)::int as streams, min(r.opened_at) as opened_at,
      (select ended_at from streams_ended e where e.agent_id = ${agentId}) as ended_at
    from relay_streams r
    where r.agent_id = ${agentId} and not r.listens and ${isAlive(sql`r.node_id`)}`.execute(db);
  return rows[0] ?? { streams: 0, opened_at: null, ended_at: null };
}
