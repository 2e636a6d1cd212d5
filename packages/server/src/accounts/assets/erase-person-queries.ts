import { sql } from 'kysely';
import type { AssetId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Finds at most `limit` assets of a person, whether they are ready or not. */
export async function findAssetsToErase(db: Db, ownerId: UserId, limit: number): Promise<AssetId[]> {
  const { rows } = await sql<{ asset_id: AssetId }>`
    select asset_id from assets where owner_id = ${ownerId} order by asset_id limit ${limit}`.execute(db);
  return rows.map((row) => row.asset_id);
}

/** Deletes assets with their mentions. Their bytes must be gone. */
export async function eraseAssets(tx: Tx, assetIds: readonly AssetId[]): Promise<void> {
  await sql`delete from asset_mentions where asset_id = any(${assetIds}::text[])`.execute(tx);
  await sql`delete from assets where asset_id = any(${assetIds}::text[])`.execute(tx);
}
