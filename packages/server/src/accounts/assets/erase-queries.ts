import { sql } from 'kysely';
import type { AssetId, ConversationId } from '@parley/protocol';
import { isAvatar } from '../agents/erase-queries.ts';
import type { AssetOwner } from './asset.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/**
 * Erases at most `limit` mentions of assets in a conversation, and releases assets that nothing else names. Returns how
 * many mentions were erased.
 */
export async function eraseMentions(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  const { rows } = await sql<{ asset_id: AssetId }>`
    delete from asset_mentions where ctid = any(array(
      select ctid from asset_mentions where conversation_id = ${conversationId} limit ${limit} for update))
    returning asset_id`.execute(tx);
  await releaseAssets(
    tx,
    rows.map((row) => row.asset_id),
  );
  return rows.length;
}

/** Releases the assets that nothing names any more. They then expire like assets that were never named. */
export async function releaseAssets(tx: Tx, assetIds: readonly AssetId[]): Promise<void> {
  if (assetIds.length === 0) return;
  await sql`
    update assets a set named = false
    where asset_id = any(${assetIds}::text[]) and named and not ${isKept}`.execute(tx);
}

/**
 * Removes the mentions of an owner's assets in a conversation. Assets that nothing else names can no longer be read or
 * named; the sweep of expired assets removes their bytes.
 */
export async function dropMentions(
  tx: Tx,
  dropped: {
    readonly conversationId: ConversationId;
    readonly ownerId: AssetOwner;
    readonly assetIds: readonly AssetId[];
  },
): Promise<void> {
  const { conversationId, ownerId, assetIds } = dropped;
  if (assetIds.length === 0) return;
  const { rows } = await sql<{ asset_id: AssetId }>`
    delete from asset_mentions m using assets a
    where a.asset_id = any(${assetIds}::text[]) and a.owner_id = ${ownerId}
      and m.asset_id = a.asset_id and m.conversation_id = ${conversationId}
    returning m.asset_id`.execute(tx);
  const ids = rows.map((row) => row.asset_id);
  await sql`
    update assets a set named = false, ready = false
    where asset_id = any(${ids}::text[]) and not ${isKept}`.execute(tx);
}

/** Restores assets that were named again while they were being released or dropped. */
export async function keepNamed(db: Db): Promise<void> {
  await sql`update assets a set named = true, ready = true where not named and ${isKept}`.execute(db);
}

const isKept = sql`(
  exists (select from asset_mentions m where m.asset_id = a.asset_id) or ${isAvatar(sql.ref('a.asset_id'))})`;
