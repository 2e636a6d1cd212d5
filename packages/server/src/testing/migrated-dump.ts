import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DataFolderLock, lockDataFolder } from '../platform/storage/data-folder-lock.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { migrationsHash } from './migrations-hash.ts';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/parley', import.meta.url));

/**
 * Resolves to a dump of an embedded database with all migrations, from the cache or newly made. If several test workers
 * need it, one makes it and the others wait.
 */
export async function migratedDump(): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(CACHE, `migrated-${await migrationsHash()}.tar`);
  await mkdir(CACHE, { recursive: true });
  for (;;) {
    const cached = await readIfThere(path);
    if (cached !== undefined) return cached;
    const lock = await lockDataFolder(CACHE).catch(() => undefined);
    if (lock === undefined) await pause(100);
    else await makeDump(path, lock);
  }
}

async function makeDump(path: string, lock: DataFolderLock): Promise<void> {
  try {
    if ((await readIfThere(path)) !== undefined) return;
    const storage = await openPglite({ dataDir: 'memory://' });
    try {
      await migrate(storage);
      const draft = `${path}.${randomBytes(4).toString('hex')}`;
      await writeFile(draft, await storage.dump());
      await removeOutdated();
      await rename(draft, path);
    } finally {
      await storage.close();
    }
  } finally {
    await lock.release();
  }
}

async function removeOutdated(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    if (/^migrated-\w+\.tar$/.test(name)) await rm(join(CACHE, name), { force: true });
  }
}

async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
