import { sql } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Why an agent is suspended: an administrator suspended it, or its owner is disabled. */
export type SuspensionCause = 'admin' | 'owner_disabled';

/** Suspends all agents of an owner for one cause. Returns the agents. */
export async function suspendAgentsOf(
  tx: Tx,
  ownerUserId: UserId,
  suspension: { readonly cause: SuspensionCause; readonly by: UserId; readonly now: Date },
): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    with owned as materialized (
      select agent_id, status from agents
      where owner_user_id = ${ownerUserId} and status <> 'deleted' order by agent_id for update
    ), suspended as (
      insert into agent_suspensions (agent_id, cause, was_live, created_by, created_at)
      select o.agent_id, ${suspension.cause},
             o.status = 'live' or exists (select from agent_suspensions s where s.agent_id = o.agent_id and s.was_live),
             ${suspension.by}, ${suspension.now}
      from owned o
      on conflict do nothing
    ), paused as (
      update agents a set status = 'paused', status_reason = 'suspended' from owned o
      where a.agent_id = o.agent_id and a.status = 'live'
    )
    select agent_id from owned`.execute(tx);
  return rows.map((row) => row.agent_id);
}

/** Ends the suspensions of an owner's agents that have one cause. Agents without another one are as before it. */
export async function releaseAgentsOf(tx: Tx, ownerUserId: UserId, cause: SuspensionCause): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    with owned as materialized (
      select agent_id from agents where owner_user_id = ${ownerUserId} and status <> 'deleted' order by agent_id for update
    ), released as (
      delete from agent_suspensions s using owned o where s.agent_id = o.agent_id and s.cause = ${cause}
      returning s.agent_id, s.was_live
    ), restored as (
      update agents a set status = case when r.was_live then 'live' else a.status end, status_reason = null
      from released r
      where a.agent_id = r.agent_id
        and not exists (select from agent_suspensions s where s.agent_id = a.agent_id and s.cause <> ${cause})
    )
    select agent_id from released`.execute(tx);
  return rows.map((row) => row.agent_id);
}

/** Returns whether an agent is suspended. */
export async function isSuspended(tx: Tx, agentId: AgentId): Promise<boolean> {
  const { rows } = await sql`select from agent_suspensions where agent_id = ${agentId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Records that a suspended agent stays paused when its suspension ends, because its owner paused it. */
export async function keepPaused(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`update agent_suspensions set was_live = false where agent_id = ${agentId}`.execute(tx);
}
