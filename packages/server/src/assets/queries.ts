import { sql, type RawBuilder } from 'kysely';
import type { AssetId, ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import type { AssetOwner, AssetRow } from './asset.ts';

const columns = sql`asset_id, owner_id, mime, size_bytes, sha256, filename, created_at`;

/**
 * Writes the row of an asset whose bytes are still on their way; nobody finds it before it is ready. Others of its owner wait until the
 * transaction is over, because their sum is in one row.
 *
 * @returns the bytes of all that its owner has then.
 */
export async function insertAsset(tx: Tx, asset: AssetRow): Promise<number> {
  await sql`
    insert into assets (${columns})
    values (${asset.asset_id}, ${asset.owner_id}, ${asset.mime}, ${asset.size_bytes}, ${asset.sha256}, ${asset.filename},
            ${asset.created_at})`.execute(tx);
  return sumAssetBytes(tx, asset.owner_id);
}

/** The bytes of all assets of a person or an agent, those that have not expired yet included. */
export async function sumAssetBytes(tx: Tx, ownerId: AssetOwner): Promise<number> {
  const { rows } = await sql<{
    bytes: string;
  }>`select bytes::text from asset_usage where owner_id = ${ownerId}`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

export async function markReady(db: Db, assetId: AssetId): Promise<void> {
  await sql`update assets set ready = true where asset_id = ${assetId}`.execute(db);
}

/** Assets by id; those that do not exist, have no bytes yet or have expired are left out. */
export async function findAssets(db: Db | Tx, assetIds: readonly AssetId[], expired: Date): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select ${columns} from assets
    where asset_id = any(${assetIds}::text[]) and ready and (named or created_at > ${expired})`.execute(db);
  return rows;
}

/** Keeps a picture for good where one of these owners uploaded it; null where none did. */
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

/** A message that names an asset. It opens the asset to its conversation only where its author owns the asset. */
export interface AssetMention {
  readonly assetId: AssetId;
  readonly authorId: AssetOwner;
  readonly conversationId: ConversationId;
}

/** Notes where assets are named by their owners, and keeps those assets for good; other mentions leave no trace. */
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

/** Whether the owner named the asset in a conversation that satisfies a condition. */
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

/** The files that their owners showed in a conversation, the newest first, from below a place. */
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

/** At most `limit` assets that nothing has named and that were made before a time, oldest first. */
export async function findUnnamed(db: Db, before: Date, limit: number): Promise<AssetId[]> {
  const { rows } = await sql<{ asset_id: AssetId }>`
    select asset_id from assets where not named and created_at <= ${before}
    order by created_at limit ${limit}`.execute(db);
  return rows.map((row) => row.asset_id);
}

export async function deleteUnnamed(db: Db, assetIds: readonly AssetId[]): Promise<void> {
  await sql`delete from assets where asset_id = any(${assetIds}::text[]) and not named`.execute(db);
}
