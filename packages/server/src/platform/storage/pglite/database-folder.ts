import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';

/** The folder of the embedded database, with a marker file until its initialization is complete. */
export interface DatabaseFolder {
  path: string;
  /** Whether it has no database yet: one is still to be created or loaded from a dump. */
  isEmpty: boolean;
  /** Removes the marker. Call it after the database has opened. */
  confirm(): Promise<void>;
}

/**
 * Prepares the data folder before the database opens. A first start that was killed leaves half a database, which
 * cannot be opened and holds no data, so it is removed. Only a folder with the marker is removed: a restored backup has
 * none.
 *
 * @param hasDump The database will be loaded from a dump, so no empty one is created.
 */
export async function prepareDatabaseFolder(dataDir: string, hasDump = false): Promise<DatabaseFolder> {
  const path = join(dataDir, 'database');
  const mark = join(dataDir, 'database.initializing');
  if (await exists(mark)) await rm(path, { recursive: true, force: true });
  const isNew = !(await exists(path));
  if (isNew) {
    await (await open(mark, 'w')).close();
    await mkdir(path, { mode: 0o700 });
    if (!hasDump && !(await createFolder(path))) await startOver(path);
  }
  return { path, isEmpty: isNew && hasDump, confirm: () => rm(mark, { force: true }) };
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

/** A half-initialized database is never opened: the thread that opens it creates a new one. */
async function startOver(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
}
