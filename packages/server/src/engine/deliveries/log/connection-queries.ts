import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../../../platform/storage/storage.ts';

/** How many of an agent's newest deliveries, and how many of its open ones, are searched for attempts. */
const newestDeliveries = 500;
/** Outcomes of attempts that never contacted the agent. */
const notTried = ['breaker_open', 'no_credential', 'agent_unavailable', 'withdrawn'];

/** One attempt to contact an agent. */
export interface ContactRow {
  readonly started_at: Date;
  readonly outcome: string;
  readonly status_code: number | null;
}

/** Returns the attempts that contacted the agent, newest first. */
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
