import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Erases everything that people granted to an agent, and their settings for it. */
export async function eraseMembershipsOf(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`delete from memberships where agent_id = ${agentId}`.execute(tx);
}
