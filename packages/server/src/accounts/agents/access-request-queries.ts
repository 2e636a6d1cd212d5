import { sql } from 'kysely';
import type { AccessRequest, AgentId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isGone } from './queries.ts';

/** A person's request to use an agent with access `request`. One row per pair, in any state. */
export interface AccessRequestRow {
  readonly agent_id: AgentId;
  readonly user_id: UserId;
  readonly note: string | null;
  readonly state: AccessRequest['state'];
  readonly created_at: Date;
  readonly resolved_at: Date | null;
}

/** Inserts a request. An existing one stays unchanged. */
export async function ensureAccessRequest(
  tx: Tx,
  request: Pick<AccessRequestRow, 'agent_id' | 'user_id' | 'note' | 'created_at'>,
): Promise<{ readonly row: AccessRequestRow; readonly isNew: boolean }> {
  const { rows: inserted } = await sql<AccessRequestRow>`
    insert into access_requests (agent_id, user_id, note, state, created_at)
    values (${request.agent_id}, ${request.user_id}, ${request.note}, 'pending', ${request.created_at})
    on conflict (agent_id, user_id) do nothing
    returning *`.execute(tx);
  if (inserted[0]) return { row: inserted[0], isNew: true };
  const { rows } = await sql<AccessRequestRow>`
    select * from access_requests where agent_id = ${request.agent_id} and user_id = ${request.user_id}`.execute(tx);
  return { row: rows[0] as AccessRequestRow, isNew: false };
}

/** Resolves a request. Returns null if it does not exist. A request that already has this state keeps its time. */
export async function resolveAccessRequest(
  tx: Tx,
  resolved: Pick<AccessRequestRow, 'agent_id' | 'user_id' | 'state'> & { readonly at: Date },
): Promise<AccessRequestRow | null> {
  const { rows } = await sql<AccessRequestRow>`
    update access_requests
    set resolved_at = case when state = ${resolved.state} then resolved_at else ${resolved.at}::timestamptz end,
        state = ${resolved.state}
    where agent_id = ${resolved.agent_id} and user_id = ${resolved.user_id}
    returning *`.execute(tx);
  return rows[0] ?? null;
}

/** Lists a person's requests below a cursor, newest first. Leaves out deleted agents. */
export async function listOwnAccessRequests(
  db: Db,
  list: { readonly userId: UserId; readonly below: readonly [at: string, id: string] | null; readonly limit: number },
): Promise<AccessRequestRow[]> {
  const below = list.below
    ? sql`(r.created_at, r.agent_id) < (${list.below[0]}::timestamptz, ${list.below[1]}::text)`
    : sql`true`;
  const { rows } = await sql<AccessRequestRow>`
    select r.* from access_requests r where r.user_id = ${list.userId} and ${below} and not ${isGone(sql`r.agent_id`)}
    order by r.created_at desc, r.agent_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Lists the pending requests for these agents, oldest first. */
export async function listPendingAccessRequests(
  db: Db,
  agentIds: readonly AgentId[],
  limit: number,
): Promise<AccessRequestRow[]> {
  if (agentIds.length === 0) return [];
  const { rows } = await sql<AccessRequestRow>`
    select * from access_requests where agent_id = any(${agentIds}::text[]) and state = 'pending'
    order by created_at, user_id limit ${limit}`.execute(db);
  return rows;
}

/** Lists the requests for an agent below a cursor, newest first. */
export async function listAccessRequests(
  db: Db | Tx,
  list: { readonly agentId: AgentId; readonly below: readonly [at: string, id: string] | null; readonly limit: number },
): Promise<AccessRequestRow[]> {
  const below = list.below
    ? sql`(created_at, user_id) < (${list.below[0]}::timestamptz, ${list.below[1]}::text)`
    : sql`true`;
  const { rows } = await sql<AccessRequestRow>`
    select * from access_requests where agent_id = ${list.agentId} and ${below}
    order by created_at desc, user_id desc limit ${list.limit}`.execute(db);
  return rows;
}
