import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Db } from '../../../platform/storage/storage.ts';

/**
 * Moves an agent's deliveries from `paused` to `window` after a pause. If they were made due instead, a large backlog
 * would be ahead of all other agents' deliveries.
 */
export async function resumeHeld(db: Db, agentId: AgentId): Promise<void> {
  await sql`
    update delivery_queue set held = 'window'
    where agent_id = ${agentId} and held = 'paused' and lease_owner is null`.execute(db);
}

/**
 * Makes an agent's deliveries wait for its window after it reconnected: those that failed for lack of a connection, and
 * those that are due. Their due time is kept, for the case that the connection closes first. Deliveries lost with a
 * broken connection come early only once: a message that crashes the agent would otherwise use up all attempts within
 * seconds.
 */
export async function gatherFor(db: Db, agentId: AgentId, now: Date): Promise<void> {
  await sql`
    update delivery_queue set held = 'window'
    where agent_id = ${agentId} and lease_owner is null
      and (next_attempt_at <= ${now} or last_outcome = 'relay_not_connected'
           or (last_outcome = 'relay_disconnected' and attempt_count - attempts_before = 1))`.execute(db);
}
