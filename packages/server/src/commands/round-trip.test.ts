import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differing, sumTables } from '../organisation/backups/sum-tables.ts';
import { withSnapshot } from '../organisation/backups/snapshot.ts';
import { checkBackup } from '../organisation/backups/verify-backup.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { openOnServer } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createDatabase } from '../testing/postgres-template.ts';
import { startFilledServer, type FilledServer } from './fixtures/filled-server.ts';
import { mustRun, runHere } from './fixtures/run-here.ts';

/** Tables that a restore changes on purpose: sessions and what hangs on them, open invitations, and its own traces. */
const ended = ['sessions', 'push_subscriptions', 'invitations', 'audit_log', 'server_time'];

describe.skipIf(testServerUrl === undefined)('a backup of a whole server', () => {
  const serverUrl = testServerUrl ?? '';
  const secret = randomBytes(32).toString('base64');
  const ends: (() => Promise<unknown>)[] = [];
  let folder: string;
  let filled: FilledServer;
  let source: Record<string, string>;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-backup-test-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const storage = await openOnServer(serverUrl);
    source = { DATABASE_URL: storage.url, PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('source') };
    filled = await startFilledServer(storage, { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('source') });
    ends.push(() => filled.server.stop());
  }, 120_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('comes back the same from PostgreSQL to the embedded database and back', { timeout: 240_000 }, async () => {
    const { out } = await mustRun(source, 'backup', file('first'));
    expect(out).toContain('PARLEY_SECRET_KEY is not in it');
    expect((await stat(file('first'))).mode & 0o777).toBe(0o600);
    await mustRun({}, 'verify', file('first'));

    const embedded = { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: file('embedded') };
    await mustRun(embedded, 'restore', file('first'), '--without-ended');
    await mustRun(embedded, 'backup', file('second'));
    const database = await createDatabase(serverUrl);
    ends.push(() => database.drop());
    const back = { ...source, DATABASE_URL: database.url, PARLEY_DATA_DIR: file('back') };
    await mustRun(back, 'restore', file('second'), '--without-ended');

    const { end: first } = await checkBackup(file('first'), null);
    const { end: second } = await checkBackup(file('second'), null);
    const storage = await openPostgres({ databaseUrl: database.url, poolSize: 1 });
    const last = await withSnapshot(storage, sumTables).finally(() => storage.close());
    const names = Object.keys(first.tables);
    expect(names.filter((name) => (first.tables[name]?.rows ?? 0) > 0).length).toBeGreaterThan(40);
    for (const name of names.filter((one) => !ended.includes(one)))
      expect({ name, ...second.tables[name] }).toEqual({ name, ...first.tables[name] });
    expect(differing(last, second.tables).filter((one) => !ended.includes(one))).toEqual([]);
    expect(second.tables['sessions']?.rows).toBe(0);
    expect(first.assets).toBeGreaterThan(0);
    expect(second.assets).toBe(first.assets);
    expect(first.missingAssets).toBe(0);
  });

  it('is encrypted for a key, and opens with that key alone', { timeout: 120_000 }, async () => {
    await writeFile(file('key'), randomBytes(32).toString('base64'));
    await writeFile(file('other key'), randomBytes(32).toString('base64'));
    await mustRun(source, 'backup', file('sealed'), '--encrypt-to', file('key'));
    await mustRun({}, 'verify', file('sealed'), '--decrypt-with', file('key'));
    const without = await runHere({}, 'verify', file('sealed'));
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('--decrypt-with KEYFILE')]);
    const other = await runHere({}, 'verify', file('sealed'), '--decrypt-with', file('other key'));
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('not the one that this backup was encrypted')]);
  });

  it('never replaces a file', async () => {
    await writeFile(file('there'), 'mine');
    const { code, err } = await runHere(source, 'backup', file('there'));
    expect([code, err]).toEqual([1, expect.stringContaining('A backup never replaces a file')]);
    expect(await readFile(file('there'), 'utf8')).toBe('mine');
  });
});
