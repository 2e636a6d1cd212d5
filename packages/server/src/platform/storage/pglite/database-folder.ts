import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Image } from './read-image.ts';
import { unpackImage } from './unpack-image.ts';

/** The folder of the embedded database, with a marker file until its initialization is complete. */
export interface DatabaseFolder {
  path: string;
  /** Removes the marker. Call it after the database has opened. */
  confirm(): Promise<void>;
}

/**
 * Prepares the data folder before the database opens. A first start that was killed leaves half a database, which
 * cannot be opened and holds no data, so it is removed. Only a folder with the marker is removed: a restored backup has
 * none.
 *
 * @param image Resolves to what a new database begins with, if anything.
 */
export async function prepareDatabaseFolder(
  dataDir: string,
  image: () => Promise<Image | Readable | null>,
): Promise<DatabaseFolder> {
  const path = join(dataDir, 'database');
  const mark = join(dataDir, 'database.initializing');
  if (await exists(mark)) await rm(path, { recursive: true, force: true });
  if (!(await exists(path))) {
    await (await open(mark, 'w')).close();
    await mkdir(path, { mode: 0o700 });
    const first = await image();
    if (first !== null) await unpackImage(first, path);
  }
  return { path, confirm: () => rm(mark, { force: true }) };
}

async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
