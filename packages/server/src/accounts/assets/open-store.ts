import { join } from 'node:path';
import type { Config } from '../../platform/settings/config.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import type { AssetStore } from './store.ts';

type StoreConfig = Pick<Config, 'assetsS3' | 'dataDir'>;

/** Opens the configured store: a bucket, or a folder in the data folder. */
export function openStore({ assetsS3, dataDir }: StoreConfig): AssetStore {
  return assetsS3 ? s3Store(assetsS3) : diskStore(keptFolder(dataDir));
}

/** Opens the store of exports: where assets are kept, beside them. */
export function openExportStore({ assetsS3, dataDir }: StoreConfig): AssetStore {
  return assetsS3 ? s3Store(assetsS3, 'exports') : diskStore(join(dataDir, 'exports', 'kept'), 'export');
}

/** Folder of exports that are being made. */
export function exportDraftFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'exports', 'drafts');
}

/** Returns the folders that uploads are written to. */
export function foldersOfUploads({ assetsS3, dataDir }: StoreConfig): string[] {
  return [uploadFolder({ dataDir }), ...(assetsS3 ? [] : [keptFolder(dataDir)])];
}

/** Folder of incoming uploads. It is on the same disk as the folder store, so that storing a file is a rename. */
export function uploadFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'assets', 'incoming');
}

const keptFolder = (dataDir: string) => join(dataDir, 'assets', 'kept');
