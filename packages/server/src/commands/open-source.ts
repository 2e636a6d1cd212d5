import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/settings/config.ts';
import { askServer } from '../platform/storage/machine-socket.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { listMigrations } from '../organisation/backups/catalog.ts';

/** A database to read. */
export interface SourceDatabase {
  readonly storage: Storage;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings for reading. If a server holds the embedded database, opens a copy that the server
 * makes.
 */
export async function openForReading(config: Config): Promise<SourceDatabase> {
  const asked = config.databaseUrl === null ? await askServer(config.dataDir, { do: 'snapshot' }) : null;
  if (asked === null) {
    const storage = await openSource(config);
    return { storage, close: () => storage.close() };
  }
  try {
    const copy = await openPglite({ dataDir: String(asked.answer['folder']) });
    return { storage: copy, close: () => copy.close().finally(() => asked.hangUp()) };
  } catch (error) {
    asked.hangUp();
    throw error;
  }
}

/** Opens the database of the settings itself. Rejects if a server holds it, or there is nothing of Parley in it. */
export async function openSource({ databaseUrl, dataDir }: Config): Promise<Storage> {
  if (databaseUrl === null && !existsSync(join(dataDir, 'database')))
    throw new Error(`There is no database in the data folder ${dataDir}: set PARLEY_DATA_DIR, or DATABASE_URL.`);
  const storage = await openStorage({ databaseUrl, dataDir, listens: false });
  try {
    if ((await listMigrations(storage.db)).length > 0) return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
  await storage.close();
  throw new Error('There is nothing of Parley in this database: check DATABASE_URL and PARLEY_DATA_DIR.');
}
