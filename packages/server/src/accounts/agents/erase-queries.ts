import { sql, type RawBuilder } from 'kysely';
import type { AgentId, AssetId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/**
 * Erases at most `limit` requests for access that were denied before `before`. Approved requests stay, because they
 * grant the access. Returns how many.
 */
export async function eraseDeniedRequests(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from access_requests where ctid = any(array(
      select ctid from access_requests where state = 'denied' and resolved_at < ${before}
      order by resolved_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Sets `deleted_at` to `now` for at most `limit` agents that are deleted and have none. Returns how many. */
export async function noteDeletedAgents(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update agents set deleted_at = ${now} where ctid = any(array(
      select ctid from agents where status = 'deleted' and erased_at is null and deleted_at is null
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Locks the agent with the earliest `deleted_at` before `before`. Skips agents that are locked; returns null if none is
 * left.
 */
export async function lockDeletedAgent(
  tx: Tx,
  before: Date,
): Promise<{ readonly agent_id: AgentId; readonly avatar_asset_id: AssetId | null } | null> {
  const { rows } = await sql<{ agent_id: AgentId; avatar_asset_id: AssetId | null }>`
    select agent_id, avatar_asset_id from agents
    where status = 'deleted' and erased_at is null and deleted_at < ${before}
    order by deleted_at limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Erases an agent except its name and handle, which its messages in other people's conversations show. */
export async function eraseAgent(tx: Tx, agentId: AgentId, now: Date): Promise<void> {
  await sql`delete from credentials where agent_id = ${agentId}`.execute(tx);
  await sql`delete from access_requests where agent_id = ${agentId}`.execute(tx);
  await sql`delete from agent_transfers where agent_id = ${agentId}`.execute(tx);
  await sql`
    update agents
    set erased_at = ${now}, description = '', webhook_url = null, requested_scopes = '[]', suggested_prompts = '{}',
        homepage = null, avatar_asset_id = null, status_reason = null, pending_manifest = null,
        rejected_reason = null, rejected_by = null
    where agent_id = ${agentId}`.execute(tx);
}

/** Returns a condition for statements of other concepts: this asset is the avatar of an agent. */
export function isAvatar(assetId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from agents g where g.avatar_asset_id = ${assetId})`;
}
