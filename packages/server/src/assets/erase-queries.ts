import { sql } from 'kysely';
import type { AssetId, ConversationId } from '@parley/protocol';
import { isAvatar } from '../agents/erase-queries.ts';
import type { Db, Tx } from '../storage/storage.ts';

/** Erases at most `limit` notes of what was named in a conversation, and lets go of assets that nothing else names. */
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

/** Lets the assets go that nothing names any more: they expire like those that nothing ever has. */
export async function releaseAssets(tx: Tx, assetIds: readonly AssetId[]): Promise<void> {
  if (assetIds.length === 0) return;
  await sql`
    update assets a set named = false
    where asset_id = any(${assetIds}::text[]) and named and not ${isKept}`.execute(tx);
}

/** Keeps again what was named in the moment in which it was let go. */
export async function keepNamed(db: Db): Promise<void> {
  await sql`update assets a set named = true where not named and ${isKept}`.execute(db);
}

const isKept = sql`(
  exists (select from asset_mentions m where m.asset_id = a.asset_id) or ${isAvatar(sql.ref('a.asset_id'))})`;
