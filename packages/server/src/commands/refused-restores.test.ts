import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackupFile, writeBackupFile } from '../organisation/backups/backup-file.ts';
import { withSnapshot } from '../organisation/backups/snapshot.ts';
import { writeBackup } from '../organisation/backups/write-backup.ts';
import { closeDatabase } from '../platform/storage/closed-database.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { openOnServer } from '../testing/database.ts';
import { startServerOn } from '../testing/app.ts';
import { signUp } from '../testing/contract/person.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createDatabase } from '../testing/postgres-template.ts';
import { mustRun, runHere } from './fixtures/run-here.ts';

describe.skipIf(testServerUrl === undefined)('a restore is refused', () => {
  const serverUrl = testServerUrl ?? '';
  const secret = randomBytes(32).toString('base64');
  const ends: (() => Promise<unknown>)[] = [];
  let folder: string;
  let source: Record<string, string>;
  let empty: Record<string, string>;
  let whole: Buffer;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-refused-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const storage = await openOnServer(serverUrl);
    source = { DATABASE_URL: storage.url, PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('source') };
    const server = await startServerOn(storage, { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('source') });
    ends.push(() => server.stop());
    await signUp(server);
    await mustRun(source, 'backup', file('whole'));
    whole = await readFile(file('whole'));
    await withSnapshot(storage, (db) =>
      writeBackupFile(file('newer'), null, asOfLater(writeBackup(db, null, () => {}))),
    );
    const database = await createDatabase(serverUrl);
    ends.push(() => database.drop());
    empty = { ...source, DATABASE_URL: database.url, PARLEY_DATA_DIR: file('target') };
  }, 60_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** The content of a backup with a migration that this version does not know. */
  async function* asOfLater(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const part of content) {
      yield isFirst ? Buffer.from(part.toString().replace('"migrations":[', '"migrations":["9999-later",')) : part;
      isFirst = false;
    }
  }

  async function refusalOf(env: Record<string, string>, path: string): Promise<string> {
    const { code, err } = await runHere(env, 'restore', path, '--without-ended');
    expect(code).toBe(1);
    return err;
  }

  /** The database is as empty as before. */
  async function expectUntouched(): Promise<void> {
    const storage = await openPostgres({ databaseUrl: empty['DATABASE_URL'] ?? '', poolSize: 1 });
    const { rows } = await storage.pool.query(`select from pg_tables where schemaname = 'public'`);
    await storage.close();
    expect(rows).toEqual([]);
  }

  it.each([
    ['in its middle', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['by its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['to its first line', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('\n') + 1)],
  ])('of a file that is cut %s', async (_where, cut) => {
    await writeFile(file('cut'), cut(whole));
    expect(await refusalOf(empty, file('cut'))).toContain('The file is cut off: its end is missing. Copy it again');
    await expectUntouched();
  });

  it.each([0.2, 0.5, 0.9, 1])('of a file with another bit at %d of it', async (where) => {
    const bytes = Buffer.from(whole);
    const at = Math.min(bytes.length - 1, Math.floor(bytes.length * where));
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file('changed'), bytes);
    expect(await refusalOf(empty, file('changed'))).toContain('changed since it was written. Use another copy');
    await expectUntouched();
  });

  it('of a file that is longer than it was written, empty, or another kind of file', async () => {
    await writeFile(file('longer'), Buffer.concat([whole, Buffer.from('more')]));
    expect(await refusalOf(empty, file('longer'))).toContain('bytes behind its end');
    await writeFile(file('nothing'), '');
    expect(await refusalOf(empty, file('nothing'))).toContain('no backup of Parley');
    await writeFile(file('text'), 'Dear diary,\n');
    expect(await refusalOf(empty, file('text'))).toContain('no backup of Parley');
    expect(await refusalOf(empty, file('nowhere'))).toContain('cannot be read');
  });

  it('of a backup of a newer version, or in a later format', async () => {
    expect(await refusalOf(empty, file('newer'))).toContain('made by a newer version of Parley');
    await writeFile(
      file('later'),
      Buffer.from(whole.toString('latin1').replace('"parleyBackup":1', '"parleyBackup":2'), 'latin1'),
    );
    expect(await refusalOf(empty, file('later'))).toContain('use the version of Parley that made it');
    await expectUntouched();
  });

  it('with another secret key', async () => {
    const other = { ...empty, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    expect(await refusalOf(other, file('whole'))).toContain('set PARLEY_SECRET_KEY to that key');
    await expectUntouched();
  });

  it('into a database that a server holds, and into one that is not empty', async () => {
    expect(await refusalOf(source, file('whole'))).toContain('A server runs on this database');
    const storage = await openOnServer(serverUrl);
    ends.push(() => storage.close());
    const full = { ...empty, DATABASE_URL: storage.url };
    expect(await refusalOf(full, file('whole'))).toContain('The database is not empty');
    await closeDatabase(storage.db, { reason: 'moved', destination: 'db.example' });
    expect(await refusalOf(full, file('whole'))).toContain('The database is not empty');
  });

  it('into a data folder that is not empty', async () => {
    const held = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('held') };
    await mustRun(held, 'restore', file('whole'), '--without-ended');
    expect(await refusalOf(held, file('whole'))).toContain('The database is not empty');
  }, 60_000);

  it(
    'leaves a database that no server starts on where it fails, and can be repeated',
    { timeout: 60_000 },
    async () => {
      const storage = await openPostgres({ databaseUrl: empty['DATABASE_URL'] ?? '', poolSize: 1 });
      ends.push(() => storage.close());
      await closeDatabase(storage.db, { reason: 'restoring', destination: null });
      await expect(
        startServerOn({ ...storage, close: async () => undefined }, { PARLEY_SECRET_KEY: secret }),
      ).rejects.toThrow('run "parley-server restore" again');
      await mustRun(empty, 'restore', file('whole'), '--without-ended');
      const { rows } = await storage.pool.query<{ count: string }>('select count(*) from users');
      expect(rows).toEqual([{ count: 1 }]);
    },
  );
});

describe.skipIf(testServerUrl === undefined)('the content of a backup', () => {
  it('has neither the secret key nor the secret of the bucket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
    const key = randomBytes(32);
    const storage = await openOnServer(testServerUrl ?? '');
    const mine = { PARLEY_SECRET_KEY: key.toString('base64'), PARLEY_DATA_DIR: folder };
    const server = await startServerOn(storage, mine);
    await signUp(server);
    const bucket = {
      PARLEY_ASSETS_S3_ENDPOINT: 'https://s3.example',
      PARLEY_ASSETS_S3_BUCKET: 'files',
      PARLEY_ASSETS_S3_KEY: 'AKIDEXAMPLE',
      PARLEY_ASSETS_S3_SECRET: 'pa55word of the bucket',
    };
    const path = join(folder, 'file');
    await mustRun({ ...mine, ...bucket, DATABASE_URL: storage.url }, 'backup', path);
    const lines: string[] = [];
    await readBackupFile(path, null, async (reader) => {
      for (let line = await reader.line(); line !== null; line = await reader.line()) lines.push(line);
    });
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    const content = lines.join('\n');
    expect(content).toContain('Ada Example');
    for (const secret of [key.toString('base64'), key.toString('hex'), 'pa55word of the bucket', 'AKIDEXAMPLE'])
      expect(content).not.toContain(secret);
  }, 60_000);
});

describe('a command', () => {
  it.each([
    [['nonsense'], 'no command "nonsense"'],
    [['backup'], 'The name of the file is missing'],
    [['backup', 'a', 'b'], 'one argument too many: b'],
    [['verify', 'a', '--encrypt-to', 'b'], '--encrypt-to'],
  ])('says how it is used: %j', async (args, words) => {
    const { code, err } = await runHere({}, ...args);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  });

  it('is listed by --help', async () => {
    const { code, out } = await runHere({}, '--help');
    expect(code).toBe(0);
    for (const name of ['backup', 'verify', 'restore']) expect(out).toContain(`  ${name} FILE`);
  });
});
