import { routes } from '@parley/protocol';
import type { App } from '../app.ts';
import { humanRoute, type HumanRoute } from '../route.ts';
import { presentAsset } from './present.ts';
import { storeUpload } from './store-upload.ts';
import type { AssetStore } from './store.ts';

/** What people upload. */
export function uploadRoutes(app: App, store: AssetStore): HumanRoute[] {
  return [
    humanRoute(routes.uploadAsset, async ({ caller, file }) => ({
      item: presentAsset(await storeUpload(app, store, caller.userId, file)),
    })),
  ];
}
