import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { assembleStorage } from '../assemble-storage.ts';
import { lockDataFolder } from '../data-folder-lock.ts';
import { makeFolder } from '../make-folder.ts';
import type { StorageLog } from '../storage-log.ts';
import type { Storage } from '../storage.ts';
import { whyUnusable } from '../../settings/why-unusable.ts';
import { typeParsers } from '../type-parsers.ts';
import { prepareDatabaseFolder } from './database-folder.ts';
import { bytesOf, type Image } from './read-image.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

export interface PgliteOptions {
  /** The data folder, created if missing, or `memory://`. */
  dataDir: string;
  log?: StorageLog | undefined;
  /** Resolves to what a new database begins with. Default: an empty one, without tables. */
  image?: (() => Promise<Image | Readable | null>) | undefined;
}

/** A storage that can be dumped. */
export interface EmbeddedStorage extends Storage {
  /** Resolves to a copy of the whole database. */
  dump(): Promise<Image>;
}

/** The longest wait for the one connection, including everyone who waits before. */
const CONNECTION_WITHIN_MS = 15_000;

/**
 * Opens the embedded database. It runs without fsync: acknowledged data survives any end of the process, but not
 * certainly a power failure. Rejects if another process has locked the data folder.
 */
export async function openPglite({ dataDir, log, image = nothing }: PgliteOptions): Promise<EmbeddedStorage> {
  if (dataDir === 'memory://') {
    const first = await image();
    const database = await startEmbeddedDatabase({ folder: null, image: first && (await bytesOf(first)) }, log);
    return storageOver(database, log, () => database.close());
  }
  const root = resolve(dataDir);
  const lock = await inFolder(root, async () => {
    await makeFolder(root);
    return lockDataFolder(root);
  });
  try {
    const folder = await inFolder(root, () => prepareDatabaseFolder(root, image));
    const database = await startEmbeddedDatabase({ folder: folder.path, image: null }, log);
    await folder.confirm();
    const storage = storageOver(database, log, async () => {
      await database.close();
      await lock.release();
    });
    return { ...storage, dataDir: root, copyInto: (target) => copyFiles(storage, folder.path, target) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function nothing(): Promise<null> {
  return null;
}

/** Adds the folder and its setting to a system error. */
async function inFolder<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const why = whyUnusable(error);
    throw new Error(`The data folder ${root} cannot be used: ${why} (PARLEY_DATA_DIR).`, { cause: error });
  }
}

/** Returns a storage over a running database. `closeBehind` is called when the storage is closed. */
export function storageOver(
  database: EmbeddedDatabase,
  log: StorageLog | undefined,
  closeBehind: () => Promise<void>,
): EmbeddedStorage {
  const pool = new pg.Pool({
    stream: () => database.openStream(),
    // The driver would take these from the environment, which may name another database.
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
    // Sends independent statements together, without waiting for each answer.
    pipeline: true,
    types: typeParsers,
  });
  const dump = () => database.dump();
  return {
    ...assembleStorage({ kind: 'pglite', pool, log, closeBehind }),
    dump,
    async copyInto(dataDir) {
      const copy = await openPglite({ dataDir, image: dump });
      await copy.close();
    },
  };
}

/**
 * Copies the files of a running database. Nothing writes to them meanwhile: the one connection is taken, and an open
 * transaction keeps the upkeep away.
 */
function copyFiles(storage: Storage, from: string, dataDir: string): Promise<void> {
  return storage.withoutTimeouts(async (db) => {
    await sql`begin`.execute(db);
    try {
      await sql`checkpoint`.execute(db);
      await makeFolder(dataDir);
      await cp(from, join(dataDir, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}
