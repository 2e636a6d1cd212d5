import type { AgentId, AssetReference, Refusal } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { expiredBefore } from './asset.ts';
import { findAssets } from './queries.ts';

/**
 * Checks the assets that an agent's blocks name: each must be the agent's own upload and of the kind that the block
 * shows. Resolves to the refusal of the first that is not, or null. Does no query without references.
 */
export async function validateReferences(
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  agentId: AgentId,
  references: readonly AssetReference[],
): Promise<Refusal | null> {
  if (references.length === 0) return null;
  const assetIds = [...new Set(references.map((reference) => reference.assetId))];
  const found = await findAssets(storage.db, assetIds, expiredBefore(clock.now()));
  const own = new Map(found.filter((row) => row.owner_id === agentId).map((row) => [row.asset_id, row]));
  for (const { assetId, path, mime } of references) {
    const asset = own.get(assetId);
    if (!asset) return { code: 'block_invalid', path, ...unknownAsset };
    if (!asset.mime.startsWith(mime.slice(0, -1)))
      return { code: 'block_invalid', path, ...wrongMime(mime, asset.mime) };
  }
  return null;
}

const unknownAsset = {
  reason: 'asset_not_found',
  message: 'This block names an asset that does not exist or is not the agent’s own.',
  hint: 'Upload the asset as this agent first, and name the id that comes back.',
};

const wrongMime = (wanted: string, found: string) => ({
  reason: 'asset_wrong_mime',
  message: `This block shows ${wanted}, and the asset is ${found}.`,
  hint: 'What an asset is was told from its bytes when it was uploaded; name one that fits, or send it as a file block.',
});
