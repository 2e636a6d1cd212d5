import { sql } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes offers of agents to a person and their requests for access, and empties their reasons of suspensions and rejections. */
export async function eraseRequestsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from agent_transfers where to_user_id = ${userId}`.execute(tx);
  await sql`delete from access_requests where user_id = ${userId}`.execute(tx);
  await sql`update agent_suspensions set reason = null where created_by = ${userId}`.execute(tx);
  await sql`update agents set rejected_reason = null, rejected_by = null where rejected_by = ${userId}`.execute(tx);
}

/** Deletes which credentials a person's tokens created. Call it before the tokens go. */
export async function eraseIssuedBy(tx: Tx, tokensOf: UserId, tokenIds: readonly string[]): Promise<void> {
  await sql`
    delete from issued_credentials i
    where i.token_id = any(${tokenIds}::text[])
       or i.credential_id in (
         select c.credential_id from credentials c join agents a using (agent_id) where a.owner_user_id = ${tokensOf})`.execute(
    tx,
  );
}

const erasedName = 'Deleted agent';

/** Finds an agent of a person whose name has not been replaced; null if none is left. */
export async function findAgentToErase(tx: Tx, ownerUserId: UserId): Promise<AgentId | null> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select agent_id from agents
    where owner_user_id = ${ownerUserId} and (name <> ${erasedName} or erased_at is null)
    order by agent_id limit 1`.execute(tx);
  return rows[0]?.agent_id ?? null;
}

/** Replaces the name and the handle of an erased agent. */
export async function replaceAgentName(tx: Tx, agentId: AgentId, handle: string): Promise<void> {
  await sql`delete from agent_suspensions where agent_id = ${agentId}`.execute(tx);
  await sql`
    update agents set name = ${erasedName}, handle = ${handle}, pending_manifest = null,
                      rejected_reason = null, rejected_by = null
    where agent_id = ${agentId}`.execute(tx);
}
