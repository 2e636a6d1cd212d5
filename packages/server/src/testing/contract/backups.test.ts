import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeBucket } from '../../accounts/assets/fixtures/fake-bucket.ts';
import { checkBackup } from '../../organisation/backups/verify-backup.ts';
import { openOnServer } from '../database.ts';
import { startServerOn, startTestServer, type TestServer } from '../app.ts';
import { testServerUrl } from '../databases-under-test.ts';
import { firstAdmin } from './admin.ts';
import type { Json } from './http.ts';
import type { Person } from './person.ts';
import { expectRefusal } from './refused.ts';

const minuteMs = 60_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-made-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const list = async (root: Person): Promise<Json[]> => (await root.get('/v1/admin/backups')).body.items;

/** Returns the names of the backups in a folder, which also has the record of what was ended. */
const filesIn = async (dir: string) => (await readdir(dir)).filter((name) => name.includes('bak_'));

/** Waits until no backup is running and returns all. */
async function settled(root: Person): Promise<Json[]> {
  await expect
    .poll(async () => (await list(root)).some(({ state }) => state === 'running'), { timeout: 60_000, interval: 100 })
    .toBe(false);
  return list(root);
}

describe('§20 backups that a server makes', () => {
  let server: TestServer;
  let root: Person;
  let dir: string;
  beforeAll(async () => {
    dir = join(folder, 'here');
    server = await startTestServer({ PARLEY_BACKUP_DIR: dir, PARLEY_BACKUP_KEEP: '2' });
    root = await firstAdmin(server);
  });
  afterAll(() => server.stop());

  it('are made on request, one at a time, and at most PARLEY_BACKUP_KEEP of them are kept', async () => {
    const first = await root.post('/v1/admin/backups');
    expect(first.status, first.text).toBe(202);
    expect(first.body.item).toEqual({
      backupId: expect.stringMatching(/^bak_[0-9A-HJKMNP-TV-Z]{26}$/),
      ...{ state: 'running', createdAt: new Date(server.clock.now()).toISOString(), sizeBytes: null, error: null },
    });
    const again = await root.post('/v1/admin/backups');
    expect([again.status, again.body]).toEqual([202, first.body]);
    const [made] = await settled(root);
    expect(made).toEqual({ ...first.body.item, state: 'ready', sizeBytes: expect.any(Number) });
    const [name = ''] = await filesIn(dir);
    expect(name).toContain(made.backupId);
    const { mode, size } = await stat(join(dir, name));
    expect([mode & 0o777, size]).toEqual([0o600, made.sizeBytes]);
    expect((await checkBackup(join(dir, name), null)).end.tables['users']?.rows).toBe(1);

    for (let more = 0; more < 2; more += 1) {
      await server.clock.advance(1000);
      await root.post('/v1/admin/backups');
      await settled(root);
    }
    const kept = await list(root);
    expect(kept.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(kept.map(({ backupId }) => backupId)).not.toContain(made.backupId);
    expect((await filesIn(dir)).length).toBe(2);
  }, 120_000);

  it('need a fresh session', async () => {
    await server.clock.leap(11 * minuteMs);
    expectRefusal(await root.post('/v1/admin/backups'), 403, 'recent_sign_in_required');
    expect((await root.post('/v1/admin/backups', { password: root.password })).status).toBe(202);
    await settled(root);
  }, 60_000);
});

describe('§20 a backup that a server makes', () => {
  it('is refused where there is no place for it', async () => {
    const server = await startTestServer({ PARLEY_BACKUP_DIR: '' });
    const root = await firstAdmin(server);
    expectRefusal(await root.post('/v1/admin/backups'), 409, 'backup_not_configured');
    expect(await list(root)).toEqual([]);
    await server.stop();
  });

  it('goes to the bucket without a folder, and says why it failed', async () => {
    const bucket = await startFakeBucket();
    const { endpoint, bucket: name, region, key, secret } = bucket.settings;
    const server = await startTestServer({
      PARLEY_BACKUP_DIR: '',
      PARLEY_ASSETS_S3_ENDPOINT: endpoint,
      PARLEY_ASSETS_S3_BUCKET: name,
      PARLEY_ASSETS_S3_REGION: region,
      PARLEY_ASSETS_S3_KEY: key,
      PARLEY_ASSETS_S3_SECRET: secret,
    });
    const root = await firstAdmin(server);
    await root.post('/v1/admin/backups');
    const [made] = await settled(root);
    expect(made.state).toBe('ready');
    const [path = ''] = [...bucket.objects.keys()].filter((one) => one.startsWith('/files/backups/'));
    expect(path).toContain(made.backupId);
    expect(bucket.objects.get(path)?.length).toBe(made.sizeBytes);
    bucket.break(503);
    await server.clock.advance(1000);
    await root.post('/v1/admin/backups');
    const [failed] = await settled(root);
    expect(failed).toMatchObject({ state: 'failed', sizeBytes: null, error: expect.any(String) });
    expect(failed.error).not.toContain(secret);
    await server.stop();
    await bucket.stop();
  }, 120_000);

  it.skipIf(testServerUrl === undefined)(
    'is made by one of two servers at the time of the schedule',
    async () => {
      const storage = await openOnServer(testServerUrl ?? '');
      const dir = join(folder, 'scheduled');
      const PARLEY_SECRET_KEY = randomBytes(32).toString('base64');
      const env = { PARLEY_BACKUP_DIR: dir, PARLEY_BACKUP_SCHEDULE: '*/5 * * * *', PARLEY_SECRET_KEY };
      const one = await startServerOn(storage, env);
      const other = await startServerOn({ ...storage, close: async () => undefined }, env);
      const root = await firstAdmin(other);
      expect(await list(root)).toEqual([]);
      await Promise.all([one.clock.advance(5 * minuteMs), other.clock.advance(5 * minuteMs)]);
      await expect.poll(async () => (await list(root)).length, { timeout: 20_000 }).toBeGreaterThan(0);
      expect((await settled(root)).map(({ state }) => state)).toEqual(['ready']);
      expect((await filesIn(dir)).length).toBe(1);
      await other.stop();
      await one.stop();
    },
    60_000,
  );

  it('is never ready before it is on the disk: one whose server ended has failed', async () => {
    const server = await startTestServer({ PARLEY_BACKUP_DIR: join(folder, 'ended') });
    const root = await firstAdmin(server);
    const id = 'bak_01KAJ9CR5T7W9Y1A3C5E7G9J1M';
    const at = new Date(server.clock.now());
    await server.app.storage.pool.query(
      `insert into backups (backup_id, state, created_at, alive_at) values ($1, 'running', $2, $2)`,
      [id, at],
    );
    expect((await root.post('/v1/admin/backups')).body.item.backupId).toBe(id);
    await server.clock.advance(2 * minuteMs);
    expect((await root.post('/v1/admin/backups')).body.item.backupId).not.toBe(id);
    const all = await settled(root);
    expect(all.find(({ backupId }) => backupId === id)).toMatchObject({ state: 'failed', error: expect.any(String) });
    await server.stop();
  }, 60_000);
});
