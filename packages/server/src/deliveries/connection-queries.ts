import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../storage/storage.ts';

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

/** The open relay streams of an agent, and when the last one to end did so. */
export interface StreamsRow {
  readonly streams: number;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
}

/** The agent's own streams on every server that lives; those of its listening owner are none of it. */
export async function findStreamsOf(db: Db, agentId: AgentId): Promise<StreamsRow> {
  const { rows } = await sql<StreamsRow>`
    select count(r.connection_id)::int as streams, min(r.opened_at) as opened_at,
      (select ended_at from streams_ended e where e.agent_id = ${agentId}) as ended_at
    from relay_streams r
    where r.agent_id = ${agentId} and not r.listens and exists (select from nodes n where n.node_id = r.node_id)`.execute(
    db,
  );
  return rows[0] ?? { streams: 0, opened_at: null, ended_at: null };
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
