import { sql, type RawBuilder } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Why an agent is suspended: an administrator suspended it, its owner is disabled, or administrators rejected it when it
 * was new. The first in the order of the alphabet is the one that its owner reads.
 */
export type SuspensionCause = 'admin' | 'owner_disabled' | 'rejected';

/** A suspension as it is presented. */
export interface Suspension {
  readonly cause: SuspensionCause;
  readonly reason: string | null;
}

interface NewSuspension extends Suspension {
  /** Null for a directory. */
  readonly by: UserId | null;
  readonly now: Date;
}

/** Suspends all agents of an owner for one cause. Returns the agents. */
export function suspendAgentsOf(tx: Tx, ownerUserId: UserId, suspension: NewSuspension): Promise<AgentId[]> {
  return suspend(tx, sql`owner_user_id = ${ownerUserId}`, suspension);
}

/** Suspends one agent for one cause, or replaces the reason of its suspension. */
export async function suspendAgent(tx: Tx, agentId: AgentId, suspension: NewSuspension): Promise<void> {
  await suspend(tx, sql`agent_id = ${agentId}`, suspension);
}

async function suspend(tx: Tx, which: RawBuilder<unknown>, given: NewSuspension): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    with chosen as materialized (
      select agent_id, status from agents where ${which} and status <> 'deleted' order by agent_id for update
    ), suspended as (
      insert into agent_suspensions (agent_id, cause, was_live, reason, created_by, created_at)
      select o.agent_id, ${given.cause},
             o.status = 'live' or exists (select from agent_suspensions s where s.agent_id = o.agent_id and s.was_live),
             ${given.reason}, ${given.by}, ${given.now}
      from chosen o
      on conflict (agent_id, cause) do update set reason = excluded.reason, created_by = excluded.created_by
    ), paused as (
      update agents a set status = 'paused', status_reason = 'suspended' from chosen o
      where a.agent_id = o.agent_id and a.status = 'live'
    )
    select agent_id from chosen`.execute(tx);
  return rows.map((row) => row.agent_id);
}

/** Ends the suspensions of an owner's agents that have one cause. Agents without another one are as before it. */
export function releaseAgentsOf(tx: Tx, ownerUserId: UserId, cause: SuspensionCause): Promise<AgentId[]> {
  return release(tx, sql`owner_user_id = ${ownerUserId}`, cause);
}

/** Ends the suspension of one agent that has one cause. Returns whether there was one. */
export async function releaseAgent(tx: Tx, agentId: AgentId, cause: SuspensionCause): Promise<boolean> {
  return (await release(tx, sql`agent_id = ${agentId}`, cause)).length > 0;
}

async function release(tx: Tx, which: RawBuilder<unknown>, cause: SuspensionCause): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    with chosen as materialized (
      select agent_id from agents where ${which} and status <> 'deleted' order by agent_id for update
    ), released as (
      delete from agent_suspensions s using chosen o where s.agent_id = o.agent_id and s.cause = ${cause}
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

/** Returns an expression over an agent `a`: its suspension. Only paused agents are looked up. */
export const suspensionOf = sql<Suspension | null>`
  case when a.status = 'paused' then (
    select json_build_object('cause', s.cause, 'reason', s.reason) from agent_suspensions s
    where s.agent_id = a.agent_id order by s.cause limit 1) end`;

/** Returns an expression over an agent `a`: whether it is suspended for another cause than that it was rejected. */
export const isSuspendedNow = sql<boolean>`
  exists (select from agent_suspensions s where s.agent_id = a.agent_id and s.cause <> 'rejected')`;

/** Returns whether an agent is suspended. */
export async function isSuspended(tx: Tx, agentId: AgentId): Promise<boolean> {
  const { rows } = await sql`select from agent_suspensions where agent_id = ${agentId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Records that a suspended agent stays paused when its suspension ends, because its owner paused it. */
export async function keepPaused(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`update agent_suspensions set was_live = false where agent_id = ${agentId}`.execute(tx);
}
