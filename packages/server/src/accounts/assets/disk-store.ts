import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isId, type IdKind } from '@parley/protocol';
import type { AssetStore } from './store.ts';

/**
 * Stores files under ids of a kind, in two levels of folders named after the last characters of the id, which are random. Each
 * file appears under its name atomically and is synced to disk before `put` resolves.
 */
export function diskStore(folder: string, kind: IdKind = 'asset'): AssetStore {
  const pathOf = (key: string): string => {
    if (!isId(kind, key)) throw new Error('Files are kept under their ids.');
    return join(folder, key.slice(-2), key.slice(-4, -2), key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await sync(path);
      await moveFile(path, target);
      await sync(dirname(target));
    },
    async get(key, { first, last }) {
      const file = await open(pathOf(key), 'r');
      return file.createReadStream({ start: first, end: last });
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Moves a file. Copies it if the target is on another disk. */
async function moveFile(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${target}.draft`;
    try {
      await copyFile(path, draft);
      await sync(draft);
      await rename(draft, target);
    } catch (failure) {
      await rm(draft, { force: true });
      throw failure;
    }
  }
}

/** Flushes a file or folder to disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
