import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migratedDump } from './migrated-dump.ts';

const run = promisify(execFile);

/**
 * Fills an empty data folder as a first start would: with a migrated embedded database and a key. The server's first
 * start is then as fast as later ones.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  if ((await readdir(dataDir)).length > 0) return;
  const dump = join(dataDir, 'dump.tar');
  await writeFile(dump, await migratedDump());
  await mkdir(join(dataDir, 'database'), { mode: 0o700 });
  await run('tar', ['-xf', dump, '-C', join(dataDir, 'database')]);
  await rm(dump);
  await writeFile(join(dataDir, 'secret.key'), randomBytes(32).toString('base64'), { mode: 0o600 });
}
