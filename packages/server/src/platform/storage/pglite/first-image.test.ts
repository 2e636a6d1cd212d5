import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identifyDatabase } from '../database-identity.ts';
import { migrate } from '../migrate.ts';
import { firstImage } from './first-image.ts';
import { openPglite } from './open-pglite.ts';

test('databases that begin with the image lack no migration, and each keeps an identity of its own', async () => {
  const [one, other] = [await newFolder(), await newFolder()];
  const storage = await openPglite({ dataDir: one, image: firstImage });
  expect(await migrate(storage)).toEqual([]);
  const identity = await identifyDatabase(storage.db);
  await storage.close();

  expect(await identityOf(one)).toBe(identity);
  expect(await identityOf(other)).not.toBe(identity);
});

async function identityOf(dataDir: string): Promise<string> {
  const storage = await openPglite({ dataDir, image: firstImage });
  try {
    return await identifyDatabase(storage.db);
  } finally {
    await storage.close();
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
