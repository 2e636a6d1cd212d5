import type { ValidateAvatar } from '../agents/validate-manifest.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { expiredBefore } from './asset.ts';
import { keepAsset } from './queries.ts';

const path = '/manifest/avatar_asset_id';

/**
 * Returns a function that refuses an avatar that is not a picture of the owner or of the agent itself. It keeps a valid
 * one permanently, as a message would.
 */
export function avatarValidator({ clock }: { readonly clock: Clock }): ValidateAvatar {
  return async (tx, assetId, owners) => {
    const asset = await keepAsset(tx, assetId, owners, expiredBefore(clock.now()));
    if (!asset) {
      refuse('malformed_request', {
        path,
        reason: 'asset_not_found',
        message: 'The avatar is no asset of yours or of the agent’s own.',
        hint: 'Upload the picture first, and name the id that comes back.',
      });
    }
    if (!asset.mime.startsWith('image/')) {
      const message = `An avatar is a picture, not ${asset.mime}.`;
      refuse('malformed_request', { path, reason: 'asset_wrong_mime', message });
    }
  };
}
