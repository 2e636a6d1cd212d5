import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';

/** Where the embedded database lies in a data folder, and the mark that says it is not whole yet. */
export interface DatabaseFolder {
  path: string;
  /** Nothing is in it: the database is still to be made, or loaded from a dump. */
  isEmpty: boolean;
  /** To be called once the database has opened: from here on it is kept. */
  confirm(): Promise<void>;
}

/**
 * Makes the data folder ready for the database to be opened. A first start that was killed leaves half a database, which
 * would never open again; it holds nothing yet, so it is removed. Only a marked folder is: one that was restored from a
 * backup bears no mark.
 *
 * @param hasDump The database will be loaded from a dump, so that an empty one need not be made.
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

/** What is half made is never opened: the database is made anew in the thread that opens it. */
async function startOver(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
}
