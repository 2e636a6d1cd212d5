import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '@parley/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskStore } from './disk-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function incoming(content: string): Promise<string> {
  const path = join(folder, 'incoming');
  await writeFile(path, content);
  return path;
}

it('moves a file in, gives parts of it and removes it', async () => {
  const store = diskStore(join(folder, 'kept'));
  const key = newId('asset', Date.now());
  const path = await incoming('0123456789');
  await store.put(key, path);
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(await text(await store.get(key, { first: 0, last: 9 }))).toBe('0123456789');
  expect(await text(await store.get(key, { first: 3, last: 4 }))).toBe('34');
  await store.delete(key);
  await store.delete(key);
  await expect(store.get(key, { first: 0, last: 9 })).rejects.toThrow('ENOENT');
});

it('spreads files over folders by the random end of their ids', async () => {
  const store = diskStore(join(folder, 'kept'));
  await store.put('ast_01ARZ3NDEKTSV4RRFFQ69G5FAV', await incoming('x'));
  expect(await readdir(join(folder, 'kept', 'AV', '5F'))).toEqual(['ast_01ARZ3NDEKTSV4RRFFQ69G5FAV']);
});

it.each(['../../secret.key', 'ast_../../../../../../etc/passwd', '', 'ast_01ARZ3NDEKTSV4RRFFQ69G5FAV/../x'])(
  'touches nothing under %j, which is no asset id',
  async (key) => {
    const store = diskStore(join(folder, 'kept'));
    const path = await incoming('x');
    await expect(store.put(key, path)).rejects.toThrow('ids');
    await expect(store.get(key, { first: 0, last: 0 })).rejects.toThrow('ids');
    await expect(Promise.resolve().then(() => store.delete(key))).rejects.toThrow('ids');
    expect(await readdir(folder)).toEqual(['incoming']);
  },
);
