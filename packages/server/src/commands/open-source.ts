import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/settings/config.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { listMigrations } from '../organisation/backups/catalog.ts';

/** Opens the database of the settings for reading. Rejects if there is nothing of Parley in it. */
export async function openSource({ databaseUrl, dataDir }: Config): Promise<Storage> {
  if (databaseUrl === null && !existsSync(join(dataDir, 'database')))
    throw new Error(`There is no database in the data folder ${dataDir}: set PARLEY_DATA_DIR, or DATABASE_URL.`);
  const storage = await openStorage({ databaseUrl, dataDir });
  try {
    if ((await listMigrations(storage.db)).length > 0) return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
  await storage.close();
  throw new Error('There is nothing of Parley in this database: check DATABASE_URL and PARLEY_DATA_DIR.');
}
