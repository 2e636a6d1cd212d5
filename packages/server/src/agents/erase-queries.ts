import { sql, type RawBuilder } from 'kysely';
import type { AgentId, AssetId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';

/** Erases at most `limit` requests for access that were denied before `before`. Those that let somebody in are the right to be in. */
export async function eraseDeniedRequests(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from access_requests where ctid = any(array(
      select ctid from access_requests where state = 'denied' and resolved_at < ${before}
      order by resolved_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Notes of at most `limit` agents that they are deleted, from `now` on. */
export async function noteDeletedAgents(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update agents set deleted_at = ${now} where ctid = any(array(
      select ctid from agents where status = 'deleted' and erased_at is null and deleted_at is null
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Locks the agent that has been deleted longest, and since before `before`; null where there is none that nobody else has in hand. */
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

/** Leaves of an agent its name and handle, which messages in other people's conversations bear. */
export async function eraseAgent(tx: Tx, agentId: AgentId, now: Date): Promise<void> {
  await sql`delete from credentials where agent_id = ${agentId}`.execute(tx);
  await sql`delete from access_requests where agent_id = ${agentId}`.execute(tx);
  await sql`
    update agents
    set erased_at = ${now}, description = '', webhook_url = null, requested_scopes = '[]', suggested_prompts = '{}',
        homepage = null, avatar_asset_id = null, status_reason = null
    where agent_id = ${agentId}`.execute(tx);
}

/** A condition for the statements of other concepts: this asset is the picture of an agent. */
export function isAvatar(assetId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from agents g where g.avatar_asset_id = ${assetId})`;
}
