import { routes } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { presentAsset } from './present.ts';
import { storeUpload } from './store-upload.ts';
import type { AssetStore } from './store.ts';

/** Routes for uploads of people. */
export function uploadRoutes(app: Core, store: AssetStore): HumanRoute[] {
  return [
    humanRoute(routes.uploadAsset, async ({ caller, file }) => ({
      item: presentAsset(await storeUpload(app, store, caller.userId, file)),
    })),
  ];
}
