import type { AssetReference, Refusal } from '@parley/protocol';

/**
 * Judges the assets that blocks name. Uploads are not open yet, so no asset exists and every reference is to an unknown one.
 */
export function judgeReferences(references: readonly AssetReference[]): Refusal | null {
  const first = references[0];
  if (!first) return null;
  return {
    code: 'block_invalid',
    path: first.path,
    reason: 'asset_not_found',
    message: 'This block names an asset that does not exist or is not the agent’s own.',
    hint: 'Upload the asset as this agent first, and name the id that comes back.',
  };
}
