import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditCoins } from '../actions/tools/fixtures/audit-coins.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { openOnServer } from '../testing/database.ts';
import { askServer } from '../platform/storage/machine-socket.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { openConversation, say } from '../testing/contract/conversation.ts';
import { openDesk } from '../testing/contract/desk.ts';
import { signUp } from '../testing/contract/person.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { prepareDataFolder } from '../testing/prepared-folder.ts';
import { mustRun, runHere } from './fixtures/run-here.ts';

const secret = randomBytes(32).toString('base64');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-running-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Keeps people writing and paying until it is stopped. Returns how many sends were answered. */
function keepBusy(server: TestServer): () => Promise<number> {
  let isOver = false;
  let sends = 0;
  const write = async () => {
    const person = await signUp(server);
    const conversation = await openConversation(person, null, [await signUp(server)]);
    while (!isOver) {
      await say(person, conversation, `message ${(sends += 1)}`);
    }
  };
  const pay = async () => {
    const desk = await openDesk(server, ['coin.charge']);
    while (!isOver) {
      const { approvalId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
      await desk.resolve(approvalId, 'approved');
    }
  };
  const all = Promise.all([write(), write(), pay()]);
  return async () => {
    isOver = true;
    await all;
    return sends;
  };
}

/** What has to hold in any snapshot: coins add up to nothing, and each conversation has its messages without gaps. */
async function expectConsistent({ db }: Storage): Promise<void> {
  expect(await auditCoins(db)).toEqual({ sum: 0, wrong: [] });
  const { rows: gaps } = await sql`
    select c.conversation_id from conversations c left join messages m using (conversation_id)
    group by c.conversation_id, c.last_seq
    having count(m.seq) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq`.execute(db);
  expect(gaps).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from messages`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(0);
}

async function expectBackupUnderLoad(storage: Storage, env: Record<string, string>, name: string): Promise<void> {
  const server = await startServerOn(storage, { PARLEY_STARTING_COINS: '100000', ...env });
  const settle = keepBusy(server);
  try {
    await expect.poll(() => countRows(storage, 'messages'), { timeout: 30_000 }).toBeGreaterThan(20);
    await expect.poll(() => countRows(storage, 'coin_entries'), { timeout: 30_000 }).toBeGreaterThan(4);
    await mustRun(env, 'backup', join(folder, name));
    const before = await countRows(storage, 'messages');
    await expect.poll(() => countRows(storage, 'messages'), { timeout: 30_000 }).toBeGreaterThan(before);
  } finally {
    await settle();
    await server.stop();
  }
  const restored = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: join(folder, `restored ${name}`) };
  await mustRun(restored, 'restore', join(folder, name), '--without-ended');
  const copy = await openPglite({ dataDir: restored.PARLEY_DATA_DIR });
  await expectConsistent(copy).finally(() => copy.close());
}

async function countRows(storage: Storage, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.id(table)}`.execute(
    storage.db,
  );
  return rows[0]?.count ?? 0;
}

describe('a backup while a server runs', () => {
  it('is consistent on the embedded database, which the command asks for a copy', { timeout: 120_000 }, async () => {
    const dataDir = await mkdtemp(join(folder, 'embedded-'));
    await prepareDataFolder(dataDir);
    const env = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dataDir };
    await expectBackupUnderLoad(await openPglite({ dataDir }), env, 'embedded');
    await expect(readdir(join(dataDir, 'copies'))).resolves.toEqual([]);
    await expect(stat(join(dataDir, 'server.sock'))).rejects.toThrow('ENOENT');
  });

  it.skipIf(testServerUrl === undefined)('is consistent on PostgreSQL', { timeout: 120_000 }, async () => {
    const storage = await openOnServer(testServerUrl ?? '');
    const env = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: join(folder, 'files'), DATABASE_URL: storage.url };
    await expectBackupUnderLoad(storage, env, 'postgres');
  });
});

describe('the socket of a running server', () => {
  let dataDir: string;
  let server: TestServer;
  beforeAll(async () => {
    // Longer than the address of a socket may be.
    dataDir = join(await mkdtemp(join(folder, 'socket-')), 'a'.repeat(120));
    await mkdir(dataDir);
    await prepareDataFolder(dataDir);
    server = await startServerOn(await openPglite({ dataDir }), { PARLEY_DATA_DIR: dataDir });
  }, 60_000);
  afterAll(() => server.stop());

  it('is for its owner alone', async () => {
    expect((await stat(join(dataDir, 'server.sock'))).mode & 0o777).toBe(0o600);
  });

  it('refuses what it does not know, with a sentence', async () => {
    await expect(askServer(dataDir, { do: 'dance' })).rejects.toThrow('does not know the request "dance"');
    await expect(askServer(dataDir, { do: 'toString' })).rejects.toThrow('does not know');
  });

  it('removes a copy once the command has ended', async () => {
    const asked = await askServer(dataDir, { do: 'snapshot' });
    const copy = String(asked?.answer['folder']);
    expect(await readdir(copy)).toContain('database');
    asked?.hangUp();
    await expect
      .poll(() =>
        stat(copy).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone');
  });

  it('is not mistaken for a server where there is none', async () => {
    const empty = await mkdtemp(join(folder, 'none-'));
    expect(await askServer(empty, { do: 'snapshot' })).toBeNull();
    await writeFile(join(empty, 'server.sock'), '');
    expect(await askServer(empty, { do: 'snapshot' })).toBeNull();
    const { code, err } = await runHere({ PARLEY_DATA_DIR: join(empty, 'nowhere') }, 'backup', join(folder, 'none'));
    expect([code, err]).toEqual([1, expect.stringContaining('There is no database in the data folder')]);
  });

  it('does not keep a restore from being refused', async () => {
    const env = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dataDir };
    const { code, err } = await runHere(env, 'restore', join(folder, 'embedded'), '--without-ended');
    expect([code, err]).toEqual([1, expect.stringContaining('in use by another server')]);
  });
});
