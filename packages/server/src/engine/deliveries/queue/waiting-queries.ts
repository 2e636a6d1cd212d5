import { sql, type RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../../../platform/storage/storage.ts';
import type { ParkReason } from '../delivery.ts';

/** Returns the agents with deliveries outside the index of due ones, and the reason of the oldest of each. */
export async function findHeld(db: Db): Promise<{ readonly agent_id: AgentId; readonly held: ParkReason }[]> {
  const { rows } = await sql<{ agent_id: AgentId; held: ParkReason }>`
    ${withHeads(null)}
    select agent_id, held from head`.execute(db);
  return rows;
}

/**
 * Returns a CTE with the oldest held delivery of each agent, of `most` agents or all: one index step for each agent.
 */
export function withHeads(most: number | null): RawBuilder<unknown> {
  const first = (after: string) => sql`
    select q.agent_id, q.held, q.next_attempt_at from delivery_queue q
    where q.held is not null and q.lease_owner is null ${sql.raw(after)}
    order by q.agent_id, q.position limit 1`;
  return sql`
    with recursive head as (
      select f.*, 1 as place from (${first('')}) f
      union all
      select f.*, head.place + 1 from head cross join lateral (${first('and q.agent_id > head.agent_id')}) f
      ${most === null ? sql`` : sql`where head.place < ${sql.raw(String(most))}`}
    )`;
}
