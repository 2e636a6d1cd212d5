import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';

/** Agents looked at: one step down the index for each, however much waits. */
const agentsMax = 100;

/** Since when the oldest delivery waits for its agent to take more, of a hundred agents at most; null where none does. */
export async function oldestWaitingAt(db: Db): Promise<Date | null> {
  const first = (after: string) => sql`
    select q.agent_id, q.held, q.next_attempt_at from delivery_queue q
    where q.held is not null and q.lease_owner is null ${sql.raw(after)}
    order by q.agent_id, q.position limit 1`;
  const { rows } = await sql<{ since: Date | null }>`
    with recursive head as (
      select f.*, 1 as place from (${first('')}) f
      union all
      select f.*, head.place + 1 from head cross join lateral (${first('and q.agent_id > head.agent_id')}) f
      where head.place < ${agentsMax}
    )
    select min(next_attempt_at) as since from head where held = 'window'`.execute(db);
  return rows[0]?.since ?? null;
}
