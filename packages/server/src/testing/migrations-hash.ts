import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FOLDER = new URL('../platform/storage/migrations/', import.meta.url);

/** Resolves to a short hash of the migrations and the version of the embedded database. */
export async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(FOLDER)).sort()) {
    if (/\.test\.|\.d\.|\.map$/.test(name)) continue;
    hash.update(name).update(await readFile(new URL(name, FOLDER)));
  }
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return hash
    .update(await readFile(join(dirname(entry), '../package.json')))
    .digest('hex')
    .slice(0, 12);
}
