import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { upload } from '../../testing/contract/files.ts';
import { call, type Answer } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { diskStore } from './disk-store.ts';

const mayMount = await canMount();
/** A file that does not fit on a disk of 1 MiB, and one that does. */
const [large, small] = [Buffer.alloc(4 * 1024 * 1024, 1), Buffer.alloc(1000, 1)];
const disks: string[] = [];
let server: TestServer;
let ann: Person;
let agent: Agent;

beforeEach(async () => {
  server = await startTestServer();
  ann = await signUp(server);
  agent = await registerAgent(server, ann);
});
afterEach(async () => {
  for (const disk of disks.splice(0)) execFileSync('umount', [disk]);
  await server.stop();
});

const assets = () => join(server.app.config.dataDir, 'assets');
const files = async () => {
  const entries = await readdir(assets(), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};
const rows = async () => {
  const found = await sql<{ n: number }>`select count(*)::int as n from assets`.execute(server.app.storage.db);
  return found.rows[0]?.n;
};
const uploads: [string, (bytes: Buffer) => Promise<Answer>][] = [
  ['a person', (bytes) => upload(ann, bytes)],
  ['an agent', (bytes) => agent.send('/hooks/v1/assets', bytes)],
];

describe.skipIf(!mayMount)('a disk that is full', () => {
  it.each(uploads)(
    '§27 refuses the upload of %s as storage_full, keeps nothing of it, and takes the next one that fits',
    async (_who, send) => {
      mountSmall(assets());
      for (let i = 0; i < 3; i++) {
        const answer = await send(large);
        expect([answer.status, answer.body.error.code]).toEqual([503, 'storage_full']);
        expect([await files(), await rows()]).toEqual([0, 0]);
      }
      expect((await send(small)).status).toBe(201);
      expect([await files(), await rows()]).toEqual([1, 1]);
    },
  );

  it.each(uploads)('§27 refuses the upload of %s where only the disk of kept files is full', async (_who, send) => {
    mountSmall(join(assets(), 'kept'));
    const answer = await send(large);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'storage_full']);
    expect([await files(), await rows()]).toEqual([0, 0]);
    expect((await send(small)).status).toBe(201);
    expect([await files(), await rows()]).toEqual([1, 1]);
  });

  it('holds no copy of a file that could not be put in its place', async () => {
    const kept = join(assets(), 'kept');
    mountSmall(kept);
    const key = newId('asset');
    // A folder with the target's name is in the way, so the copy cannot be renamed.
    await mkdir(join(kept, key.slice(-2), key.slice(-4, -2), key), { recursive: true });
    const incoming = join(server.app.config.dataDir, 'incoming');
    await writeFile(incoming, small);
    await expect(diskStore(kept).put(key, incoming)).rejects.toThrow();
    expect(await files()).toBe(0);
  });

  it('§27 turns the server not ready, and is no trouble once there is room again', { timeout: 30_000 }, async () => {
    mountSmall(assets());
    const ballast = join(assets(), 'ballast');
    await writeFile(ballast, Buffer.alloc(1024 * 1024)).catch(() => undefined);
    expect((await upload(ann, small)).status).toBe(503);
    expect(await reasons()).toEqual(['storage_full']);
    await rm(ballast);
    await vi.waitFor(async () => expect(await reasons()).toEqual([]), { timeout: 15_000, interval: 200 });
    expect((await upload(ann, small)).status).toBe(201);
    expect([await files(), await rows()]).toEqual([1, 1]);
  });
});

const reasons = async () => (await call(`${server.baseUrl}/readyz`)).body.reasons;

function mountSmall(folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  disks.push(folder);
}

async function canMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
