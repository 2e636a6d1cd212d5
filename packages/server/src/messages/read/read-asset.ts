import { sql } from 'kysely';
import { isId, type AgentId, type UserId } from '@parley/protocol';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { expiredBefore, type AssetRow } from '../../assets/asset.ts';
import { findAssets, isMentioned } from '../../assets/queries.ts';
import { isInConversation } from '../../conversations/queries.ts';
import { isSeated } from '../../conversations/seat-queries.ts';
import { seesAvatar } from '../../permissions/view-avatar.ts';
import { refuse } from '../../routing/refusal.ts';
import type { Db } from '../../storage/storage.ts';

type ReadApp = Pick<App, 'storage' | 'clock'>;

/**
 * The asset, where this person may read it: they uploaded it, own the agent that did, are in a conversation where its owner named it, or
 * see an agent whose avatar it is. Any other is not there.
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

/** The asset, where this agent may read it: it uploaded it, or sits in a conversation where its owner named it. */
export async function assetForAgent(app: ReadApp, agentId: AgentId, assetId: string): Promise<AssetRow> {
  const asset = await findAsset(app, assetId);
  if (!asset) return refuse('asset_not_found');
  const may =
    asset.owner_id === agentId ||
    (await isMentioned(app.storage.db, asset.asset_id, (conversation) => isSeated(sql`${agentId}`, conversation)));
  return may ? asset : refuse('asset_not_found');
}

/** The asset, whoever asks; null where there is none. */
export async function findAsset({ storage, clock }: ReadApp, assetId: string): Promise<AssetRow | null> {
  if (!isId('asset', assetId)) return null;
  return (await findAssets(storage.db, [assetId], expiredBefore(clock.now())))[0] ?? null;
}

async function ownsUploader(db: Db, userId: UserId, { owner_id: owner }: AssetRow): Promise<boolean> {
  if (!isId('agent', owner)) return false;
  return (await findAgents(db, [owner]))[0]?.owner_user_id === userId;
}
