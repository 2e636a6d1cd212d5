import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the configuration', () => {
  it('listens on 127.0.0.1:4600 and keeps its data in ./data where nothing is set', () => {
    expect(readConfig({ PARLEY_SECRET_KEY: key })).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      baseUrl: null,
      dataDir: resolve('data'),
      databaseUrl: null,
      natsUrl: null,
      signup: 'open',
      demo: true,
      retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000],
      maxAttempts: 5,
      startingCoins: 100,
      approvalTtlMs: 86_400_000,
    });
  });

  it('asks for a key where the database is elsewhere, and makes one where it is embedded', async () => {
    const elsewhere = { PARLEY_DATA_DIR: folder, DATABASE_URL: 'postgres://db.example/parley' };
    expect(() => readConfig(elsewhere)).toThrow('PARLEY_SECRET_KEY is required with DATABASE_URL');
    expect(readConfig({ ...elsewhere, PARLEY_SECRET_KEY: key })).toMatchObject({ demo: false });
    const { secretKey } = readConfig({ PARLEY_DATA_DIR: folder });
    expect(secretKey).toHaveLength(32);
    expect(readConfig({ PARLEY_DATA_DIR: folder }).secretKey).toEqual(secretKey);
    const file = join(folder, 'secret.key');
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(secretKey);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('takes a setting from the file that NAME_FILE names', () => {
    const { secretKey } = readConfig({ PARLEY_DATA_DIR: folder });
    const fromFile = readConfig({ PARLEY_DATA_DIR: '/nowhere', PARLEY_SECRET_KEY_FILE: join(folder, 'secret.key') });
    expect(fromFile.secretKey).toEqual(secretKey);
  });

  it('takes further keys only with the one that pseudonyms go by, which is the only key where there is one', () => {
    const [other, third] = [Buffer.alloc(32, 8), Buffer.alloc(32, 9)];
    const PARLEY_OTHER_SECRET_KEYS = `${other.toString('base64')}, ${third.toString('base64')}`;
    const alone = readConfig({ PARLEY_SECRET_KEY: key });
    expect([alone.otherSecretKeys, alone.pseudonymKey]).toEqual([[], alone.secretKey]);
    expect(() => readConfig({ PARLEY_SECRET_KEY: key, PARLEY_OTHER_SECRET_KEYS })).toThrow('PARLEY_PSEUDONYM_KEY');
    const PARLEY_PSEUDONYM_KEY = other.toString('base64');
    const all = readConfig({ PARLEY_SECRET_KEY: key, PARLEY_OTHER_SECRET_KEYS, PARLEY_PSEUDONYM_KEY });
    expect(all).toMatchObject({ otherSecretKeys: [other, third], pseudonymKey: other, secretKey: alone.secretKey });
  });

  it.each([
    ['PARLEY_PSEUDONYM_KEY', 'secret'],
    ['PARLEY_MAX_CONNECTIONS', '0'],
    ['PARLEY_MAX_CONNECTIONS_PER_ADDRESS', 'many'],
    ['PARLEY_PORT', '65536'],
    ['PARLEY_PORT', '4600x'],
    ['PARLEY_BASE_URL', 'parley.example'],
    ['PARLEY_BASE_URL', 'https://parley.example/chat'],
    ['PARLEY_SECRET_KEY', Buffer.alloc(31).toString('base64')],
    ['PARLEY_SIGNUP', 'maybe'],
    ['PARLEY_DEMO', 'yes'],
    ['PARLEY_RATE_LIMIT', '0'],
    ['PARLEY_RETRY_SCHEDULE', '1m,soon'],
    ['PARLEY_MAX_ATTEMPTS', '0'],
    ['PARLEY_STARTING_COINS', '-1'],
    ['PARLEY_APPROVAL_TTL', '24'],
    ['PARLEY_LOG_LEVEL', 'loud'],
  ])('names %s where it cannot be %j', (name, value) => {
    expect(() => readConfig({ PARLEY_SECRET_KEY: key, [name]: value })).toThrow(name);
  });
});
