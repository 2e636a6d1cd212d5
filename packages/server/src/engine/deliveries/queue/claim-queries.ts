import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId } from '@parley/protocol';
import { fixedStatement } from '../../../platform/storage/fixed-statement.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import type { Claimed } from '../delivery.ts';
import { isLaneBlocked } from '../lane-queries.ts';

/**
 * Claims due deliveries of any agent. A first attempt that must wait for its lane is set aside (`window`) and
 * fetched when its turn comes, so that deliveries that cannot be sent never block others.
 *
 * @returns the claimed deliveries, and the agents for which some were set aside.
 */
export async function claimDue(db: Db, nodeId: string, now: Date, limit: number): Promise<ClaimResult> {
  return resultOf(await claimingDue(db, { nodeId, now, limit }));
}

/** Rows examined for each free slot, to find some of conversations that are not full. */
const lookFactor = 4;

/** Limits of a fetch: conversations to skip, and the maximum for each conversation. */
export interface FetchBounds {
  readonly fullConversations: readonly ConversationId[];
  readonly laneMax: number;
}

interface AgentRoom {
  readonly agentId: AgentId;
  readonly freeSlots: number;
}

/**
 * Claims deliveries that wait for these agents' windows, oldest first, at most `freeSlots` for each agent. The limit
 * for each conversation keeps a long one from blocking the others.
 */
export async function claimWaiting(
  db: Db,
  nodeId: string,
  agents: readonly AgentRoom[],
  bounds: FetchBounds,
): Promise<ClaimResult> {
  return resultOf(await claimingWaiting(db, { nodeId, agents, ...bounds }));
}

export interface ClaimResult {
  readonly claimed: readonly Claimed[];
  readonly setAside: readonly AgentId[];
}

type ClaimRow = Claimed & { readonly mine: boolean; readonly position: number };

/** The statement of `claimDue`. Its text is kept in `claim.sql`. */
export const claimingDue = fixedStatement<{ nodeId: string; now: Date; limit: number }, ClaimRow>(({ value }) =>
  claiming(
    value(({ nodeId }) => nodeId),
    sql`
      select delivery_id, agent_id, conversation_id, position, attempt_count from delivery_queue
      where lease_owner is null and held is null and next_attempt_at <= ${value(({ now }) => now)}::timestamptz
      order by next_attempt_at limit ${value(({ limit }) => limit)}::int for update skip locked`,
  ),
);

/** The statement of `claimWaiting`. */
export const claimingWaiting = fixedStatement<
  { readonly nodeId: string; readonly agents: readonly AgentRoom[] } & FetchBounds,
  ClaimRow
>(({ value }) =>
  claiming(
    value(({ nodeId }) => nodeId),
    sql`
      select w.* from unnest(
          ${value(({ agents }) => agents.map(({ agentId }) => agentId))}::text[],
          ${value(({ agents }) => agents.map(({ freeSlots }) => freeSlots))}::int[]) as a (agent_id, free_slots)
      cross join lateral (
        select q.delivery_id, q.agent_id, q.conversation_id, q.position, q.attempt_count
        from (
          select f.delivery_id, row_number() over (partition by f.conversation_id order by f.position) as place
          from (
            select delivery_id, conversation_id, position from delivery_queue
            where agent_id = a.agent_id and held = 'window' and lease_owner is null
              and conversation_id <> all(${value(({ fullConversations }) => fullConversations)}::text[])
            order by position limit a.free_slots * ${sql.lit(lookFactor)}
          ) f
        ) next
        join delivery_queue q on q.delivery_id = next.delivery_id
        where next.place <= ${value(({ laneMax }) => laneMax)}::int and q.held = 'window' and q.lease_owner is null
        order by q.position limit a.free_slots for update of q skip locked
      ) w`,
  ),
);

/**
 * The statement of both claims. A candidate is ready if it is a retry, or if every earlier first attempt of its lane
 * has ended, is leased to this server, or is a candidate too (this statement has locked those). Other candidates
 * are left out of the lookup: whatever blocks an earlier one has a lower position still, so it blocks the later one too.
 */
function claiming(nodeId: RawBuilder<unknown>, candidates: RawBuilder<unknown>): RawBuilder<ClaimRow> {
  // Asked in this way, candidates are looked up in a table of hashes.
  const earlier = sql`and p.position < c.position and (p.delivery_id in (select o.delivery_id from candidate o)) is not true`;
  return sql<ClaimRow>`
    with candidate as materialized (${candidates}
    ), checked as materialized (
      -- Whether the lane lets it go now.
      select c.delivery_id, c.attempt_count > 0 or not ${isLaneBlocked(sql`c`, nodeId, earlier)} as ready
      from candidate c
    )
    update delivery_queue q
    set lease_owner = case when j.ready then ${nodeId}::text end,
        fence = q.fence + case when j.ready then 1 else 0 end,
        held = case when not j.ready then 'window' end
    from checked j join deliveries d on d.delivery_id = j.delivery_id
    where q.delivery_id = j.delivery_id
    returning d.delivery_id as "deliveryId", d.agent_id as "agentId", d.conversation_id as "conversationId",
              d.message_id as "messageId", d.user_id as "userId", d.event, d.body,
              q.next_attempt_at as "dueAt", q.attempt_count as "attemptCount",
              q.attempts_before as "attemptsBefore", q.crash_count as "crashCount", q.fence, d.trace, q.position,
              j.ready as mine`;
}

function resultOf(rows: readonly ClaimRow[]): ClaimResult {
  const claimed = rows.filter((row) => row.mine).sort((a, b) => a.position - b.position);
  const setAside = [...new Set(rows.filter((row) => !row.mine).map((row) => row.agentId))];
  return { claimed, setAside };
}
