import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';

/** Erases what people had granted to an agent, and how they had it. */
export async function eraseMembershipsOf(tx: Tx, agentId: AgentId): Promise<void> {
  await sql`delete from memberships where agent_id = ${agentId}`.execute(tx);
}
