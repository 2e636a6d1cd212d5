import { sql } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';
import { withHeads } from './queue/waiting-queries.ts';

/** Why deliveries have not gone out: see `parley_deliveries_waiting` in docs/observing.md. */
export const backlogReasons = ['due', 'retry', 'window', 'paused', 'leased'] as const;
export type BacklogReason = (typeof backlogReasons)[number];

/** Limit of each count. It bounds the cost of a scrape, however long the backlog is. */
const countedMax = 10_000;

/**
 * Counts the open deliveries by the reason why they wait, at most 10,000 for each. Each count is a scan of one partial
 * index.
 */
export async function readBacklog(db: Db, now: Date): Promise<Record<BacklogReason, number>> {
  const count = (where: ReturnType<typeof sql>) => sql`
    (select count(*) from (select from delivery_queue where ${where} limit ${sql.lit(countedMax)}) q)::int`;
  const unheld = sql`lease_owner is null and held is null`;
  const { rows } = await sql<Record<BacklogReason, number>>`
    select ${count(sql`${unheld} and next_attempt_at <= ${now}`)} as due,
           ${count(sql`${unheld} and next_attempt_at > ${now}`)} as retry,
           ${count(sql`lease_owner is null and held = 'window'`)} as window,
           ${count(sql`lease_owner is null and held = 'paused'`)} as paused,
           ${count(sql`lease_owner is not null`)} as leased`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The backlog has no row.');
  return row;
}

/** Maximum number of agents searched for the oldest delivery. */
const agentsMax = 1000;

/** A delivery without an attempt. */
export interface Unattempted {
  readonly deliveryId: DeliveryId;
  readonly createdAt: Date;
}

/**
 * Finds the oldest delivery in the queue without an attempt, among at most 1,000 agents; null if none. Orders by the
 * position in the queue, which depends on no clock, and skips paused agents.
 */
export async function findFirstUnattempted(db: Db): Promise<Unattempted | null> {
  const first = (after: string) => sql`
    select q.agent_id, q.delivery_id, q.position, q.held from delivery_queue q
    where q.attempt_count <= q.attempts_before ${sql.raw(after)}
    order by q.agent_id, q.delivery_id limit 1`;
  const { rows } = await sql<Unattempted>`
    with recursive head as (
      select f.*, 1 as place from (${first('')}) f
      union all
      select f.*, head.place + 1 from head cross join lateral (${first('and q.agent_id > head.agent_id')}) f
      where head.place < ${sql.lit(agentsMax)}
    )
    select d.delivery_id as "deliveryId", d.created_at as "createdAt"
    from (select delivery_id from head where held is distinct from 'paused' order by position limit 1) h
    join deliveries d on d.delivery_id = h.delivery_id`.execute(db);
  return rows[0] ?? null;
}

/** Maximum number of agents searched for the oldest delivery. */
const waitingAgentsMax = 100;

/** Returns the due time of the oldest delivery that waits for its agent's window, among at most 100 agents, or null. */
export async function oldestWaitingAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    ${withHeads(waitingAgentsMax)}
    select min(next_attempt_at) as since from head where held = 'window'`.execute(db);
  return rows[0]?.since ?? null;
}

/** Returns when the next delivery falls due, or null if none waits for a time. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_attempt_at) as due from delivery_queue where lease_owner is null and held is null`.execute(db);
  return rows[0]?.due ?? null;
}
