import { resolve } from 'node:path';
import pg from 'pg';
import { assembleStorage } from '../assemble-storage.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { makeFolder } from '../make-folder.ts';
import type { Storage, StorageLog } from '../storage.ts';
import { whyUnusable } from '../../settings/why-unusable.ts';
import { typeParsers } from '../type-parsers.ts';
import { prepareDatabaseFolder } from './database-folder.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

export interface PgliteOptions {
  /** The data folder, made where it is missing, or `memory://`. */
  dataDir: string;
  log?: StorageLog | undefined;
  /** A dump to begin with, in memory or in a new data folder. */
  dump?: Uint8Array<ArrayBuffer> | undefined;
}

/** A storage that can be copied. */
export interface EmbeddedStorage extends Storage {
  /** Resolves to a copy of the whole database, to be given to `openPglite` in memory. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The longest wait for the one connection, behind all those who wait for it already. */
const CONNECTION_WITHIN_MS = 15_000;

/**
 * Opens the embedded database. It has fsync off: what it acknowledged survives the end of the process, however sudden,
 * but not for certain a power cut. Rejects when another process holds the data folder.
 */
export async function openPglite({ dataDir, log, dump }: PgliteOptions): Promise<EmbeddedStorage> {
  if (dataDir === 'memory://') {
    const database = await startEmbeddedDatabase({ folder: null, dump: dump ?? null }, log);
    return storageOver(database, log, () => database.close());
  }
  const root = resolve(dataDir);
  const lock = await inFolder(root, async () => {
    await makeFolder(root);
    return lockDataFolder(root);
  });
  try {
    const folder = await inFolder(root, () => prepareDatabaseFolder(root, dump !== undefined));
    const start = { folder: folder.path, dump: folder.isEmpty ? (dump ?? null) : null };
    const database = await startEmbeddedDatabase(start, log);
    await folder.confirm();
    return storageOver(database, log, async () => {
      await database.close();
      await lock.release();
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Says which folder, and by which setting, the system would not let be used. */
async function inFolder<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const why = whyUnusable(error);
    throw new Error(`The data folder ${root} cannot be used: ${why} (PARLEY_DATA_DIR).`, { cause: error });
  }
}

/** A storage over a database that runs already; `closeBehind` says what becomes of that when the storage is closed. */
export function storageOver(
  database: EmbeddedDatabase,
  log: StorageLog | undefined,
  closeBehind: () => Promise<void>,
): EmbeddedStorage {
  const pool = new pg.Pool({
    stream: () => database.openStream(),
    // All of these would otherwise be taken from the environment, which speaks of some other database.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_WITHIN_MS,
    application_name: 'parley',
    // Statements that need not wait for each other's answers go out together.
    pipeline: true,
    types: typeParsers,
  });
  return { ...assembleStorage({ kind: 'pglite', pool, log, closeBehind }), dump: () => database.dump() };
}
