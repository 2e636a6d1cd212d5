import { sql, type RawBuilder } from 'kysely';
import type { AssetId, ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isHeldAsset } from '../holds/held-queries.ts';
import type { AssetOwner, AssetRow } from './asset.ts';

const columns = sql`asset_id, owner_id, mime, size_bytes, sha256, filename, created_at`;

/**
 * Inserts the row of an asset before its bytes are stored; readers do not find it until it is ready. Locks the owner's
 * row of byte sums until the transaction ends, so other uploads of the owner wait.
 *
 * @returns the total bytes of the owner's assets, including this one.
 */
export async function insertAsset(tx: Tx, asset: AssetRow): Promise<number> {
  await sql`
    insert into assets (${columns})
    values (${asset.asset_id}, ${asset.owner_id}, ${asset.mime}, ${asset.size_bytes}, ${asset.sha256}, ${asset.filename},
            ${asset.created_at})`.execute(tx);
  return sumAssetBytes(tx, asset.owner_id);
}

/** Returns the bytes of all assets of a person or an agent, including those that have not expired yet. */
export async function sumAssetBytes(tx: Tx, ownerId: AssetOwner): Promise<number> {
  const { rows } = await sql<{
    bytes: string;
  }>`select bytes::text from asset_usage where owner_id = ${ownerId}`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns the bytes of all assets of each of these owners. Owners without any are left out. */
export async function sumAssetBytesOfEach(
  db: Db | Tx,
  ownerIds: readonly AssetOwner[],
): Promise<Map<AssetOwner, number>> {
  const { rows } = await sql<{ owner_id: AssetOwner; bytes: string }>`
    select owner_id, bytes::text from asset_usage where owner_id = any(${ownerIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.owner_id, Number(row.bytes)]));
}

export async function markReady(db: Db, assetId: AssetId): Promise<void> {
  await sql`update assets set ready = true where asset_id = ${assetId}`.execute(db);
}

/** Finds assets by id. Leaves out those that do not exist, are not ready or have expired. */
export async function findAssets(db: Db | Tx, assetIds: readonly AssetId[], expired: Date): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select ${columns} from assets
    where asset_id = any(${assetIds}::text[]) and ready and (named or created_at > ${expired})`.execute(db);
  return rows;
}

/** Keeps an asset permanently if one of these owners uploaded it. Returns null otherwise. */
export async function keepAsset(
  tx: Tx,
  assetId: AssetId,
  owners: readonly AssetOwner[],
  expired: Date,
): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`
    update assets set named = true
    where asset_id = ${assetId} and owner_id = any(${owners}::text[]) and ready and (named or created_at > ${expired})
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** A message that names an asset. It gives its conversation access only if its author owns the asset. */
export interface AssetMention {
  readonly assetId: AssetId;
  readonly authorId: AssetOwner;
  readonly conversationId: ConversationId;
}

/** Records mentions by the assets' owners, and keeps those assets permanently. Other mentions are ignored. */
export async function insertMentions(tx: Tx, mentions: readonly AssetMention[]): Promise<void> {
  if (mentions.length === 0) return;
  await sql`
    with own as materialized (
      select a.asset_id, m.conversation_id, a.named
      from unnest(${mentions.map((m) => m.assetId)}::text[], ${mentions.map((m) => m.authorId)}::text[],
                  ${mentions.map((m) => m.conversationId)}::text[]) as m (asset_id, author_id, conversation_id)
      join assets a on a.asset_id = m.asset_id and a.owner_id = m.author_id and a.ready
    ), kept as (
      update assets a set named = true
      from (select distinct asset_id from own where not named order by asset_id) o
      where a.asset_id = o.asset_id
    )
    insert into asset_mentions (asset_id, conversation_id)
    select distinct asset_id, conversation_id from own order by asset_id, conversation_id
    on conflict do nothing`.execute(tx);
}

/** Returns whether the owner named the asset in a conversation that satisfies a condition. */
export async function isMentioned(
  db: Db,
  assetId: AssetId,
  inConversation: (conversationId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql`
    select from asset_mentions m
    where m.asset_id = ${assetId} and ${inConversation(sql.ref('m.conversation_id'))} limit 1`.execute(db);
  return rows.length > 0;
}

/** Lists the files that their owners showed in a conversation below a cursor, newest first. */
export async function pageOfConversationFiles(
  db: Db,
  page: {
    readonly conversationId: ConversationId;
    readonly below: readonly [at: string, id: string] | null;
    readonly limit: number;
  },
): Promise<AssetRow[]> {
  const { conversationId, below, limit } = page;
  const further = below === null ? sql`true` : sql`(created_at, asset_id) < (${below[0]}::timestamptz, ${below[1]})`;
  const { rows } = await sql<AssetRow>`
    select ${columns} from assets
    where asset_id in (select m.asset_id from asset_mentions m where m.conversation_id = ${conversationId})
      and ready and ${further}
    order by created_at desc, asset_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Finds at most `limit` unnamed assets created before a time, oldest first. */
export async function findUnnamed(db: Db, before: Date, limit: number): Promise<AssetId[]> {
  const { rows } = await sql<{ asset_id: AssetId }>`
    select asset_id from assets
    where not named and created_at <= ${before} and not ${isHeldAsset(sql.ref('assets.asset_id'))}
    order by created_at limit ${limit}`.execute(db);
  return rows.map((row) => row.asset_id);
}

export async function deleteUnnamed(db: Db, assetIds: readonly AssetId[]): Promise<void> {
  await sql`delete from assets where asset_id = any(${assetIds}::text[]) and not named`.execute(db);
}

/** Returns the total bytes of all assets. */
export async function readAssetBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from asset_usage`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** An asset whose bytes are in the store. */
export type StoredAsset = Pick<AssetRow, 'asset_id' | 'size_bytes' | 'sha256'>;

/** Lists an owner's assets with stored bytes by id, those after an id. */
export async function listAssetsOfOwnerAfter(
  db: Db,
  ownerId: AssetOwner,
  after: string,
  limit: number,
): Promise<StoredAsset[]> {
  const { rows } = await sql<StoredAsset>`
    select asset_id, size_bytes, sha256 from assets
    where owner_id = ${ownerId} and asset_id > ${after} and ready order by asset_id limit ${limit}`.execute(db);
  return rows;
}

/** Lists assets with stored bytes by id, those after an id. */
export async function listAssetsAfter(db: Db, after: string, limit: number): Promise<StoredAsset[]> {
  const { rows } = await sql<StoredAsset>`
    select asset_id, size_bytes, sha256 from assets
    where asset_id > ${after} and ready order by asset_id limit ${limit}`.execute(db);
  return rows;
}
