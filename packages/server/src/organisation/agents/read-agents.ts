import { isId, lowestId, type AdminAgent, type AgentId, type AgentOrder, type AgentState } from '@parley/protocol';
import { findAgentState, listAgentStates, type AgentStateRow } from '../../accounts/agents/admin-queries.ts';
import { countMembersOfEach } from '../../accounts/permissions/queries.ts';
import { sumPaidOfEach } from '../../actions/tools/coins/queries.ts';
import { countDeliveriesOfEach, failedByAgent } from '../../engine/deliveries/figure-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { presentAdminAgent, type AgentFigures } from './present.ts';

const dayMs = 86_400_000;
/** The list has no pages. */
const listedMax = 200;
const membersMax = 10_000;

/** What administrators ask the list of agents for. */
export interface AgentsAsked {
  readonly q: string;
  readonly state: AgentState | null;
  readonly sort: AgentOrder;
}

/** Lists agents with their figures, with one statement for each kind of figure. */
export async function readAgents(db: Db, { q, state, sort }: AgentsAsked, now: number): Promise<AdminAgent[]> {
  const failing = sort === 'failing' ? failedByAgent(dayBefore(now)) : null;
  const rows = await listAgentStates(db, { q, state, failing, limit: listedMax });
  return presentAll(db, rows, now);
}

/** Returns an agent as administrators see it. Refuses with `agent_not_found`; a deleted agent is found. */
export async function readAgent(db: Db | Tx, agentId: string, now: number): Promise<AdminAgent> {
  const row = isId('agent', agentId) ? await findAgentState(db, agentId) : null;
  const [agent] = row === null ? [] : await presentAll(db, [row], now);
  return agent ?? refuse('agent_not_found');
}

async function presentAll(db: Db | Tx, rows: readonly AgentStateRow[], now: number): Promise<AdminAgent[]> {
  const agentIds = rows.map((row) => row.agent_id);
  const [members, deliveries, paid] = await Promise.all([
    countMembersOfEach(db, agentIds, membersMax),
    countDeliveriesOfEach(db, agentIds, dayBefore(now)),
    sumPaidOfEach(db, agentIds, new Date(now - 30 * dayMs)),
  ]);
  const figuresOf = (agentId: AgentId): AgentFigures => ({
    members: members.get(agentId) ?? 0,
    deliveries24h: deliveries.get(agentId)?.made ?? 0,
    failed24h: deliveries.get(agentId)?.failed ?? 0,
    coinsSpent30d: paid.get(agentId) ?? 0,
  });
  return rows.map((row) => presentAdminAgent(row, figuresOf(row.agent_id)));
}

const dayBefore = (now: number) => lowestId('delivery', now - dayMs);
