import { asset, itemOf } from '@parley/protocol';
import type { App } from '../app.ts';
import { created, humanRoute, type HumanRoute } from '../route.ts';
import { presentAsset } from './present.ts';
import { storeUpload } from './store-upload.ts';
import type { AssetStore } from './store.ts';

/** What people upload. */
export function uploadRoutes(app: App, store: AssetStore): HumanRoute[] {
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/assets',
      summary: 'Upload a file: multipart/form-data with one part, file, of at most 25 MiB.',
      success: { status: 201, schema: itemOf(asset) },
      refusals: ['malformed_request'],
      takes: 'file',
      async handle({ caller, file }) {
        return created({ item: presentAsset(await storeUpload(app, store, caller.userId, file)) });
      },
    }),
  ];
}
