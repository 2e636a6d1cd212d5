import { sql } from 'kysely';
import { isId, type AgentId, type UserId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { expiredBefore, type AssetRow } from '../../../accounts/assets/asset.ts';
import { findAssets, isMentioned } from '../../../accounts/assets/queries.ts';
import { isInConversation } from '../../conversations/own-queries.ts';
import { isSeated } from '../../conversations/seat-queries.ts';
import { seesAvatar } from '../../../accounts/permissions/view-avatar.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Db } from '../../../platform/storage/storage.ts';

type ReadApp = Pick<App, 'storage' | 'clock'>;

/**
 * Returns the asset if this person may read it: they uploaded it, own the agent that did, are in a conversation where
 * its owner named it, or see the agent that has it as its avatar. Otherwise refuses as not found.
 */
export async function assetForPerson(app: ReadApp, userId: UserId, assetId: string): Promise<AssetRow> {
  const { db } = app.storage;
  const asset = await findAsset(app, assetId);
  if (!asset) return refuse('asset_not_found');
  const may =
    asset.owner_id === userId ||
    (await isMentioned(db, asset.asset_id, (conversation) => isInConversation(sql`${userId}`, conversation))) ||
    (await ownsUploader(db, userId, asset)) ||
    (await seesAvatar(db, userId, asset.asset_id, asset.owner_id));
  return may ? asset : refuse('asset_not_found');
}

/**
 * Returns the asset if this agent may read it: the agent uploaded it, or has a seat in a conversation where its owner
 * named it.
 */
export async function assetForAgent(app: ReadApp, agentId: AgentId, assetId: string): Promise<AssetRow> {
  const asset = await findAsset(app, assetId);
  if (!asset) return refuse('asset_not_found');
  const may =
    asset.owner_id === agentId ||
    (await isMentioned(app.storage.db, asset.asset_id, (conversation) => isSeated(sql`${agentId}`, conversation)));
  return may ? asset : refuse('asset_not_found');
}

/** Returns the asset without a permission check, or null. */
export async function findAsset({ storage, clock }: ReadApp, assetId: string): Promise<AssetRow | null> {
  if (!isId('asset', assetId)) return null;
  return (await findAssets(storage.db, [assetId], expiredBefore(clock.now())))[0] ?? null;
}

async function ownsUploader(db: Db, userId: UserId, { owner_id: owner }: AssetRow): Promise<boolean> {
  if (!isId('agent', owner)) return false;
  return (await findAgents(db, [owner]))[0]?.owner_user_id === userId;
}
