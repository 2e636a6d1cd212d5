import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import type { AssetStore } from './store.ts';

type StoreConfig = Pick<Config, 'assetsS3' | 'dataDir'>;

/** The store that the configuration names: a bucket, or a folder of the data folder. */
export function openStore({ assetsS3, dataDir }: StoreConfig): AssetStore {
  return assetsS3 ? s3Store(assetsS3) : diskStore(join(dataDir, 'assets', 'kept'));
}

/** Where uploads lie until they are stored: on the disk of the folder store, so that storing one is a rename. */
export function uploadFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'assets', 'incoming');
}
