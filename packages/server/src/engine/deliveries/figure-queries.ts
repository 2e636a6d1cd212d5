import { sql, type RawBuilder } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Each count stops here, which bounds its cost. */
const countedMax = 100_000;
const countedOfAgentMax = 10_000;

/** How many deliveries an agent got, and how many of them failed. */
export interface DeliveryFigures {
  readonly made: number;
  readonly failed: number;
}

/** Failed attempts are looked up one by one, the newest first, and no more than these. */
const lookedUpMax = 20_000;

/** The deliveries since an id that failed, for good or until their next attempt. */
const failed = (since: DeliveryId) => sql`(
  (select t.agent_id, t.delivery_id from (
     select n.agent_id, n.delivery_id from failed_deliveries n
     where n.delivery_id >= ${since} order by n.delivery_id desc limit ${lookedUpMax}) t
   where (select q.attempt_count <= q.attempts_before from delivery_queue q where q.delivery_id = t.delivery_id) is not true
     and (select d.ended_as = 'delivered' from deliveries d where d.delivery_id = t.delivery_id) is not true)
  union
  (select t.agent_id, t.delivery_id from deliveries t
   where t.ended_as = 'failed' and t.delivery_id >= ${since}
   order by t.delivery_id desc limit ${countedMax}))`;

/** Returns a subquery for a statement of another concept: `agent_id` and how many deliveries since an id `failed`. */
export function failedByAgent(since: DeliveryId): RawBuilder<unknown> {
  return sql`(select t.agent_id, count(*)::int as failed from ${failed(since)} t group by t.agent_id)`;
}

/** Counts the deliveries since an id of each of these agents. */
export async function countDeliveriesOfEach(
  db: Db | Tx,
  agentIds: readonly AgentId[],
  since: DeliveryId,
): Promise<Map<AgentId, DeliveryFigures>> {
  const { rows } = await sql<DeliveryFigures & { agent_id: AgentId }>`
    select w.agent_id, m.made, coalesce(f.failed, 0) as failed
    from unnest(${agentIds}::text[]) as w (agent_id)
    cross join lateral (
      select count(*)::int as made from (
        select from deliveries d where d.agent_id = w.agent_id and d.delivery_id >= ${since} limit ${countedOfAgentMax}) d
    ) m
    left join ${failedByAgent(since)} f on f.agent_id = w.agent_id`.execute(db);
  return new Map(rows.map(({ agent_id, made, failed }) => [agent_id, { made, failed }]));
}

/** Counts the deliveries in the queue, and those since an id that failed; at most 100,000 of each. */
export async function countOpenAndFailed(
  db: Db,
  since: DeliveryId,
): Promise<{ readonly open: number; readonly failed: number }> {
  const { rows } = await sql<{ open: number; failed: number }>`
    select (select count(*) from (select from delivery_queue limit ${countedMax}) q)::int as open,
           (select count(*) from (select from ${failed(since)} t limit ${countedMax}) f)::int as failed`.execute(db);
  return rows[0] ?? { open: 0, failed: 0 };
}
