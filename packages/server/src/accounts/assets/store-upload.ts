import { isId, newId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { IncomingFile } from '../../platform/routing/route.ts';
import type { AssetOwner, AssetRow } from './asset.ts';
import { cleanFilename } from './clean-filename.ts';
import { keepAudio } from './keep-audio.ts';
import { deleteUnnamed, insertAsset, markReady } from './queries.ts';
import { sniffMime } from './sniff-mime.ts';
import type { AssetStore } from './store.ts';

type UploadApp = Pick<Core, 'storage' | 'disk' | 'clock' | 'log' | 'config'>;

/**
 * Creates an asset from a received file. Refuses with `quota_exceeded` if the owner would exceed the quota. The row is
 * written before the bytes, so the sweep removes what a failure in between leaves.
 */
export async function storeUpload(
  app: UploadApp,
  store: AssetStore,
  owner: AssetOwner,
  file: IncomingFile,
): Promise<AssetRow> {
  if (file.sizeBytes === 0) refuse('malformed_request', { message: 'The file is empty.' });
  const { mime: sniffed, extension } = await sniffMime(file.path);
  const asset: AssetRow = {
    asset_id: newId('asset', app.clock.now()),
    owner_id: owner,
    mime: keepAudio(sniffed, file.declaredType),
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    filename: cleanFilename(file.filename, extension),
    created_at: new Date(app.clock.now()),
  };
  await app.storage.transaction(async (tx) => authorizeUsage(app, owner, await insertAsset(tx, asset)));
  try {
    await app.disk.writing(() => store.put(asset.asset_id, file.path));
    await markReady(app.storage.db, asset.asset_id);
  } catch (error) {
    await takeBack(app, store, asset).catch((second: unknown) =>
      app.log.warn({ err: second }, 'incomplete upload left for cleanup'),
    );
    throw error;
  }
  return asset;
}

function authorizeUsage({ config }: UploadApp, owner: AssetOwner, bytes: number): void {
  const [who, max] = isId('agent', owner)
    ? (['An agent', config.agentAssetBytesMax] as const)
    : (['A person', config.assetBytesMax] as const);
  if (bytes <= max) return;
  refuse('quota_exceeded', { hint: `${who} may have ${max} bytes of assets; what no message names goes after a day.` });
}

async function takeBack({ storage }: UploadApp, store: AssetStore, { asset_id: assetId }: AssetRow): Promise<void> {
  await store.delete(assetId);
  await deleteUnnamed(storage.db, [assetId]);
}
