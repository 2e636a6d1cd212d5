import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../../storage/storage.ts';

/** Of so many of its newest deliveries, besides those that are open still, an agent's last attempts are looked for. */
const newestDeliveries = 500;
/** How an attempt is recorded that never set out for the agent. */
const notTried = ['breaker_open', 'no_credential', 'agent_unavailable', 'withdrawn'];

/** One attempt to reach an agent. */
export interface ContactRow {
  readonly started_at: Date;
  readonly outcome: string;
  readonly status_code: number | null;
}

/** The attempts that set out for the agent, the newest first. */
export async function findContacts(db: Db, agentId: AgentId): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    with recent as (
      (select delivery_id from deliveries where agent_id = ${agentId} order by delivery_id desc limit ${newestDeliveries})
      union
      (select q.delivery_id from delivery_queue q where q.agent_id = ${agentId} limit ${newestDeliveries}))
    select a.started_at, a.outcome, a.status_code
    from recent r join delivery_attempts a on a.delivery_id = r.delivery_id
    where a.outcome <> all(${notTried}::text[])
    order by a.started_at desc, a.attempt desc`.execute(db);
  return rows;
}
