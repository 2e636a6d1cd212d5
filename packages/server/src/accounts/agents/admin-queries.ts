import { sql, type RawBuilder } from 'kysely';
import type { AgentId, AgentState } from '@parley/protocol';
import { handleOf } from '../users/queries.ts';
import { hasWordWith, prefixPattern } from '../../platform/storage/begins-with.ts';
import { countRows } from '../../platform/storage/count-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { agentColumns } from './queries.ts';
import { isSuspendedNow } from './suspension-queries.ts';

/** An agent as administrators see it. */
export interface AgentStateRow extends AgentRow {
  readonly state: AgentState;
  readonly owner_handle: string;
}

const state = sql<AgentState>`
  case when a.status = 'deleted' then 'deleted'
       when a.approval = 'rejected' and not ${isSuspendedNow} then 'rejected'
       when a.status = 'paused' and ${isSuspendedNow} then 'suspended'
       when a.approval = 'pending' then 'pending' else a.status end`;

const ownerHandle = handleOf(sql`a.owner_user_id`);
const columns = sql`${agentColumns}, ${state} as state, ${ownerHandle} as owner_handle`;

/** Finds one agent with its state. */
export async function findAgentState(db: Db | Tx, agentId: AgentId): Promise<AgentStateRow | null> {
  const { rows } = await sql<AgentStateRow>`select ${columns} from agents a where a.agent_id = ${agentId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Lists agents that meet all conditions, newest first. `failing` is a subquery of another concept with `agent_id` and
 * `failed`; with it, those that failed most come first.
 */
export async function listAgentStates(
  db: Db,
  list: {
    /** An id, or the beginning of the handle, of a word of the name or of the owner's handle; empty for every agent. */
    readonly q: string;
    readonly state: AgentState | null;
    readonly failing: RawBuilder<unknown> | null;
    readonly limit: number;
  },
): Promise<AgentStateRow[]> {
  const conditions = [inState(list.state), ...(list.q === '' ? [] : [beginsWith(list.q)])];
  const { failing } = list;
  const { rows } = await sql<AgentStateRow>`
    select ${columns} from agents a ${failing === null ? sql`` : sql`left join ${failing} f on f.agent_id = a.agent_id`}
    where ${sql.join(conditions, sql` and `)}
    order by ${failing === null ? sql`` : sql`coalesce(f.failed, 0) desc,`} a.agent_id desc
    limit ${list.limit}`.execute(db);
  return rows;
}

/** Counts the agents that are not deleted. */
export function countAgents(db: Db): Promise<number> {
  return countRows(db, sql`agents where status <> 'deleted'`, 'agents');
}

function inState(wanted: AgentState | null): RawBuilder<boolean> {
  if (wanted === null) return sql`a.status <> 'deleted'`;
  if (wanted === 'deleted') return sql`a.status = 'deleted'`;
  if (wanted === 'pending')
    return sql`a.status <> 'deleted' and (a.approval = 'pending' or a.pending_manifest is not null)`;
  return sql`a.status <> 'deleted' and ${state} = ${wanted}`;
}

function beginsWith(q: string): RawBuilder<boolean> {
  const prefix = prefixPattern(q);
  return sql`(
    a.agent_id = ${q} or a.handle ilike ${prefix} or ${hasWordWith(sql.ref('a.name'), q)} or ${ownerHandle} ilike ${prefix})`;
}
