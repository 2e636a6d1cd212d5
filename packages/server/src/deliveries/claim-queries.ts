import { sql, type RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../storage/storage.ts';
import type { Claimed } from './delivery.ts';

/**
 * Claims deliveries that are due, whoever they are for. A first attempt whose lane is not yet at it is set aside (`window`) and
 * pulled when its turn comes, so that what cannot be sent never stands in the way of what can.
 *
 * @returns what this server now has in hand, and the agents for whom something was set aside.
 */
export async function claimDue(db: Db, nodeId: string, now: Date, limit: number): Promise<ClaimResult> {
  return claim(
    db,
    nodeId,
    sql`
      select delivery_id, agent_id, conversation_id, position, attempt_count from delivery_queue
      where lease_owner is null and held is null and next_attempt_at <= ${now}
      order by next_attempt_at limit ${limit} for update skip locked`,
  );
}

/** Claims what waits for these agents' windows, for each at most as many as it has room for, oldest first. */
export async function claimWaiting(
  db: Db,
  nodeId: string,
  agents: readonly { readonly agentId: AgentId; readonly room: number }[],
): Promise<ClaimResult> {
  return claim(
    db,
    nodeId,
    sql`
      select w.* from unnest(${agents.map((agent) => agent.agentId)}::text[], ${agents.map((agent) => agent.room)}::int[])
        as a (agent_id, room)
      cross join lateral (
        select q.delivery_id, q.agent_id, q.conversation_id, q.position, q.attempt_count from delivery_queue q
        where q.agent_id = a.agent_id and q.held = 'window' and q.lease_owner is null
        order by q.position limit a.room for update skip locked
      ) w`,
  );
}

export interface ClaimResult {
  readonly claimed: readonly Claimed[];
  readonly setAside: readonly AgentId[];
}

type ClaimRow = Claimed & { readonly mine: boolean; readonly position: number };

/**
 * The one statement of both claims. A candidate is ready if it is a retry, or if every earlier first attempt of its lane is
 * over, in this server's hands, or among the candidates too (whose rows this statement has locked). Being among the
 * candidates suffices: what holds the earlier one back is earlier than the later one as well, and holds it back likewise.
 */
async function claim(db: Db, nodeId: string, candidates: RawBuilder<unknown>): Promise<ClaimResult> {
  const { rows } = await sql<ClaimRow>`
    with candidate as materialized (${candidates}),
    judged as materialized (
      select c.delivery_id, c.attempt_count > 0 or not exists (
          select from delivery_queue p
          where p.conversation_id = c.conversation_id and p.agent_id = c.agent_id and p.position < c.position
            and p.attempt_count = 0 and p.lease_owner is distinct from ${nodeId}
            and not exists (select from candidate o where o.delivery_id = p.delivery_id)
        ) as ready
      from candidate c
    )
    update delivery_queue q
    set lease_owner = case when j.ready then ${nodeId} end,
        fence = q.fence + case when j.ready then 1 else 0 end,
        held = case when not j.ready then 'window' end
    from judged j join deliveries d on d.delivery_id = j.delivery_id
    where q.delivery_id = j.delivery_id
    returning d.delivery_id as "deliveryId", d.agent_id as "agentId", d.conversation_id as "conversationId",
              d.message_id as "messageId", d.user_id as "userId", d.event, d.body, q.attempt_count as "attemptCount",
              q.attempts_before as "attemptsBefore", q.crash_count as "crashCount", q.fence, d.trace, q.position,
              j.ready as mine`.execute(db);
  const claimed = rows.filter((row) => row.mine).sort((a, b) => a.position - b.position);
  const setAside = [...new Set(rows.filter((row) => !row.mine).map((row) => row.agentId))];
  return { claimed, setAside };
}

/** When the next delivery falls due; null where none waits for a time. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_attempt_at) as due from delivery_queue where lease_owner is null and held is null`.execute(db);
  return rows[0]?.due ?? null;
}

/** Agents for whom something waits outside the index of due deliveries, and why. */
export async function findHeld(db: Db): Promise<{ readonly agent_id: AgentId; readonly held: string }[]> {
  const { rows } = await sql<{ agent_id: AgentId; held: string }>`
    select distinct agent_id, held from delivery_queue where held is not null and lease_owner is null`.execute(db);
  return rows;
}

/** Makes what waits for an agent due again, for whichever reason it was held. */
export async function releaseHeld(db: Db, agentId: AgentId): Promise<void> {
  await sql`
    update delivery_queue set held = null
    where agent_id = ${agentId} and held is not null and lease_owner is null`.execute(db);
}

/**
 * A relay agent came back: what failed because no stream was there is due at once, and all that is due waits for its window.
 */
export async function gatherForRelay(db: Db, agentId: AgentId, now: Date): Promise<void> {
  await sql`
    update delivery_queue set held = 'window', next_attempt_at = least(next_attempt_at, ${now}::timestamptz)
    where agent_id = ${agentId} and lease_owner is null
      and (next_attempt_at <= ${now} or last_outcome in ('relay_not_connected', 'relay_disconnected'))`.execute(db);
}
