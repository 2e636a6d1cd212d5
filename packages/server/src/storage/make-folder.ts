import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, for its owner alone. Rejects with the system's own reason: `mkdir` with `recursive` reports a
 * missing file on a read-only file system, and never returns where a file system has no room for folders, as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makeOne(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

/** Whether it is there now; false where the folder above it is missing. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return true;
    if (code === 'ENOENT' && dirname(path) !== path && !(await isThere(dirname(path)))) return false;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
