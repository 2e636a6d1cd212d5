import { mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '../../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { newToken } from '../../testing/contract/bearer.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { openTestStorage } from '../../testing/database.ts';
import { readEnded } from './ended-file.ts';

let folder: string;
let storage: Storage;
let server: TestServer;
let root: Person;
const ends: (() => Promise<unknown>)[] = [];
const file = (name = 'one') => join(folder, name, 'ended.ndjson');

/** Starts a server with a data folder of its own on the database of the test. */
async function start(name: string): Promise<TestServer> {
  const kept = new Proxy(storage, {
    get: (target, member) => (member === 'close' ? async () => undefined : Reflect.get(target, member, target)),
  });
  return startServerOn(kept, {
    PARLEY_DATA_DIR: join(folder, name),
    PARLEY_BACKUP_DIR: join(folder, name, 'backups'),
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
}

/** Starts the server of the test again, and signs its administrator in. */
async function restart(): Promise<void> {
  server = await start('one');
  root = await signIn(server, root);
}

/** What a file says has ended. */
async function ended(path = file()): Promise<string[]> {
  const { entries } = readEnded([await readFile(path, 'utf8')], server.app.secrets.deriveAll('ended'));
  return entries.map(({ kind, id }) => `${kind} ${id}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-ended-log-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  storage = await openTestStorage();
  ends.push(() => storage.close());
  server = await start('one');
  root = await firstAdmin(server);
}, 120_000);
afterAll(async () => {
  await server.stop();
  for (const end of ends.reverse()) await end();
});

describe('§20 the record of what ended', { timeout: 120_000 }, () => {
  it('has what a server that was killed had committed and not written, in every place', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    await server.stop();
    const places = [file(), file('one/backups')];
    const before = new Map(
      await Promise.all(places.map(async (path) => [path, await readFile(path, 'utf8')] as const)),
    );
    expect(await ended()).toEqual([`disabled ${ada.userId}`]);

    await restart();
    const owner = await signIn(server, ben);
    const { item } = await newToken(owner);
    expect((await owner.del(`/v1/tokens/${item.tokenId}`)).status).toBe(204);
    expect((await root.post(`/v1/admin/people/${ben.userId}/erase`, { confirm: ben.handle })).status).toBe(202);
    await server.stop();
    const all = await ended();
    expect(all).toEqual([`disabled ${ada.userId}`, `revoked ${item.tokenId}`, `erased ${ben.userId}`]);
    // As if it had been killed between the commits and the lines, the last one half written.
    for (const [path, text] of before) await writeFile(path, `${text}{"kind":"revo`);

    await restart();
    for (const path of places) {
      await eventually(server, `${path} to be complete`, async () => (await ended(path)).length === 3 || undefined);
      expect(await ended(path)).toEqual(all);
    }
    // What is there is not written again.
    await server.clock.leap(11 * 60_000);
    await server.stop();
    expect(await ended()).toEqual(all);
    await restart();
  });

  it('has what a full disk did not take, ten minutes later', async () => {
    const ada = await signUp(server);
    await rename(file(), `${file()}.aside`);
    await mkdir(file());
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    await eventually(
      server,
      'the other place',
      async () => (await ended(file('one/backups'))).includes(`disabled ${ada.userId}`) || undefined,
    );
    await rmdir(file());
    await rename(`${file()}.aside`, file());
    await server.clock.leap(10 * 60_000 + 1);
    await eventually(server, 'the line', async () => (await ended()).includes(`disabled ${ada.userId}`) || undefined);
  });

  it('has, on each server, what another one ended that never came back', async () => {
    const other = await start('two');
    const ada = await signUp(server);
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    await other.clock.leap(10 * 60_000 + 1);
    await eventually(
      other,
      'the line',
      async () => (await ended(file('two'))).includes(`disabled ${ada.userId}`) || undefined,
    );
    await other.stop();
  });
});
