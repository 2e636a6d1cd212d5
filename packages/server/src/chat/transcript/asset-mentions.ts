import type { AssetId, ConversationId, ReadBlock, StoredBlock } from '@parley/protocol';
import type { AssetOwner } from '../../accounts/assets/asset.ts';
import { insertMentions, type AssetMention } from '../../accounts/assets/queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';

interface Named {
  readonly conversation_id: ConversationId;
  readonly author_id: AssetOwner | null;
  readonly blocks: readonly StoredBlock[];
}

/**
 * Records the assets named in messages, so that members of the conversation may read assets that their owner shows
 * there.
 */
export async function noteAssets(tx: Tx, messages: readonly Named[]): Promise<void> {
  await insertMentions(tx, messages.flatMap(mentionsOf));
}

/** Returns whether any of these blocks names an asset. */
export function namesAsset(blocks: readonly StoredBlock[]): boolean {
  return blocks.some((block) => assetOf(block) !== undefined);
}

/** Returns the assets that these blocks name, each once. */
export function assetsIn(blocks: readonly (ReadBlock | StoredBlock)[]): AssetId[] {
  return [...new Set(blocks.flatMap((block) => assetOf(block) ?? []))];
}

function mentionsOf({ conversation_id: conversationId, author_id: authorId, blocks }: Named): AssetMention[] {
  if (authorId === null) return [];
  return blocks.flatMap((block) => {
    const assetId = assetOf(block);
    return assetId === undefined ? [] : [{ assetId, authorId, conversationId }];
  });
}

function assetOf(block: ReadBlock | StoredBlock): AssetId | undefined {
  if (block.type === 'card') return block.image_asset_id;
  return 'asset_id' in block ? block.asset_id : undefined;
}
