import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, accessible to the owner only. Rejects with the system's own error. `mkdir` with
 * `recursive` reports a missing file on a read-only file system, and never returns on a file system that cannot hold
 * folders, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makeOne(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

/** Creates one folder. Returns whether it exists now; false if its parent is missing. */
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
