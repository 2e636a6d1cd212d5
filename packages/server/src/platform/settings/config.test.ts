import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { keepNewKey } from './secret-keys.ts';

const key = Buffer.alloc(32, 7).toString('base64');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'nothing was thrown';
}

describe('the configuration', () => {
  it('§9 listens on 127.0.0.1:4600 and keeps its data in ./data where nothing is set', () => {
    expect(readConfig({ PARLEY_SECRET_KEY: key })).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      baseUrl: null,
      dataDir: resolve('data'),
      databaseUrl: null,
      natsUrl: null,
      agentApproval: 'off',
      signup: 'open',
      demo: true,
      retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000],
      maxAttempts: 5,
      startingCoins: 100,
      approvalTtlMs: 86_400_000,
      retentionOfDeletedMs: 30 * 86_400_000,
      retentionOfLogMs: 90 * 86_400_000,
    });
  });

  it('§9 asks for a key where the database is elsewhere, and makes one where it is embedded', async () => {
    const elsewhere = { PARLEY_DATA_DIR: folder, DATABASE_URL: 'postgres://db.example/parley' };
    expect(() => readConfig(elsewhere)).toThrow('PARLEY_SECRET_KEY is required with DATABASE_URL');
    expect(readConfig({ ...elsewhere, PARLEY_SECRET_KEY: key })).toMatchObject({ demo: false });
    const made = readConfig({ PARLEY_DATA_DIR: folder });
    const { secretKey } = made;
    const file = join(folder, 'secret.key');
    expect([secretKey.length, made.newKeyFile]).toEqual([32, file]);
    keepNewKey(made);
    expect(readConfig({ PARLEY_DATA_DIR: folder })).toMatchObject({ secretKey, newKeyFile: null });
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(secretKey);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it.each([
    [{}, true],
    [{ PARLEY_HOST: 'localhost', PARLEY_BASE_URL: 'http://127.0.0.1:4600' }, true],
    [{ PARLEY_HOST: '::1' }, true],
    [{ PARLEY_HOST: '0.0.0.0' }, false],
    [{ PARLEY_BASE_URL: 'https://parley.example' }, false],
    [{ PARLEY_TRUSTED_PROXIES: '127.0.0.1' }, false],
    [{ PARLEY_WEBHOOK_ALLOW: '10.0.0.0/8' }, false],
    [{ DATABASE_URL: 'postgres://localhost/parley' }, false],
  ])('§6 with %j, that webhooks may reach this machine over http is %s', (env, isLocal) => {
    expect(readConfig({ PARLEY_SECRET_KEY: key, ...env }).localWebhooks).toBe(isLocal);
  });

  it('takes a setting from the file that NAME_FILE names', () => {
    const { secretKey } = readConfig({ PARLEY_DATA_DIR: folder });
    const fromFile = readConfig({ PARLEY_DATA_DIR: '/nowhere', PARLEY_SECRET_KEY_FILE: join(folder, 'secret.key') });
    expect(fromFile.secretKey).toEqual(secretKey);
  });

  it('refuses a key file with something else in it, and writes none over one that is there', async () => {
    const data = await mkdtemp(join(folder, 'data-'));
    const made = readConfig({ PARLEY_DATA_DIR: data });
    await writeFile(join(data, 'secret.key'), 'half a k');
    expect(() => readConfig({ PARLEY_DATA_DIR: data })).toThrow(
      `The key file ${join(data, 'secret.key')} does not hold`,
    );
    expect(() => keepNewKey(made)).toThrow('cannot be written');
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
    ['PARLEY_ALLOWED_HOSTS', 'https://parley.internal'],
    ['PARLEY_SECRET_KEY', Buffer.alloc(31).toString('base64')],
    ['PARLEY_SIGNUP', 'maybe'],
    ['PARLEY_DEMO', 'yes'],
    ['PARLEY_RATE_LIMIT', '0'],
    ['PARLEY_RETRY_SCHEDULE', '1m,soon'],
    ['PARLEY_RATE_SESSION', '0/s:5'],
    ['PARLEY_RATE_SIGN_IN', 'fast'],
    ['PARLEY_WEBHOOK_ALLOW', '10.0.0.0/8, 10.1.0.0/99'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0'],
    ['PARLEY_TRUSTED_PROXIES', 'proxy.example'],
    ['PARLEY_ASSETS_S3_BUCKET', 'a/b'],
    ['DATABASE_URL', 'mysql://db.example/parley'],
    ['DATABASE_URL', 'postgres://db.example:port/parley'],
    ['DATABASE_URL', 'postgres://db.example/parley?sslmode=on'],
    ['DATABASE_URL', 'postgres://one.example,two.example:port/parley'],
    ['DATABASE_URL', 'postgres://one.example,/parley'],
    ['DATABASE_URL', `postgres://${'db.example,'.repeat(10)}db.example/parley`],
    ['DATABASE_URL', 'postgres:///parley?host=one.example,two.example'],
    ['DATABASE_URL', 'postgres://one.example,two.example/parley?target_session_attrs=prefer-standby'],
    ['DATABASE_URL', 'postgres://db.example/parley?target_session_attrs=read-only'],
    ['DATABASE_URL', 'postgres://db.example/parley?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://db.example/parley?sslmode=require&sslrootcert=/nowhere'],
    ['NATS_URL', 'http://nats.example'],
    ['PARLEY_MAX_ATTEMPTS', '0'],
    ['PARLEY_STARTING_COINS', '-1'],
    ['PARLEY_APPROVAL_TTL', '24'],
    ['PARLEY_LOG_LEVEL', 'loud'],
  ])('names %s where it cannot be %j', (name, value) => {
    const sentence = new RegExp(`^${name} .+\\.$`);
    expect(() => readConfig({ PARLEY_SECRET_KEY: key, [name]: value })).toThrow(sentence);
  });

  it.each([
    ['DATABASE_URL', 'postgres://parley:pa55word@db.example:port/parley'],
    ['NATS_URL', 'nats://parley:pa55word@'],
    ['PARLEY_SECRET_KEY', 'pa55word'],
    ['PARLEY_OTHER_SECRET_KEYS', 'pa55word'],
  ])('does not quote a secret that %s cannot be', (name, value) => {
    const env = { PARLEY_SECRET_KEY: key, PARLEY_PSEUDONYM_KEY: key, [name]: value };
    const told = messageOf(() => readConfig(env));
    expect(told).toContain(name);
    expect(told).not.toContain('pa55word');
  });

  it.each([
    ['is not there', '/nowhere/port', 'there is no such file'],
    ['is a folder', tmpdir(), 'it is a folder'],
    ['is empty', '/dev/null', 'which is empty'],
  ])('names the variable whose file %s', (_why, file, why) => {
    const told = messageOf(() => readConfig({ PARLEY_SECRET_KEY: key, PARLEY_PORT_FILE: file }));
    expect(told).toContain(`PARLEY_PORT_FILE names ${file}`);
    expect(told).toContain(why);
  });

  it.each([
    ['PARLEY_SINGUP', 'PARLEY_SIGNUP'],
    ['PARLEY_SIGN_UP', 'PARLEY_SIGNUP'],
    ['PARLEY_MAX_CONECTIONS', 'PARLEY_MAX_CONNECTIONS'],
    ['PARLEY_SECRET_KEY_FLE', 'PARLEY_SECRET_KEY_FILE'],
    ['PARLEY_DATABASE_URL', 'DATABASE_URL'],
  ])('takes %s for a slip and asks about %s', (written, meant) => {
    const told = messageOf(() => readConfig({ PARLEY_SECRET_KEY: key, [written]: 'closed' }));
    expect(told).toBe(`${written} is not a setting of this server: did you mean ${meant}?`);
  });

  it('refuses a variable that is like none of its settings, without a guess', () => {
    const told = messageOf(() => readConfig({ PARLEY_SECRET_KEY: key, PARLEY_WHATEVER: '1' }));
    expect(told).toContain('PARLEY_WHATEVER is not a setting of this server');
    expect(told).not.toContain('did you mean');
  });

  it('minds neither variables of programs beside it, nor those that container platforms set, nor empty ones', () => {
    const beside = {
      PARLEY_AGENT_ID: 'agt_1',
      PARLEY_CREDENTIAL_ID: 'crd_1',
      PARLEY_TOKEN: 'pat_1',
      PARLEY_TOKEN_FILE: '/run/secrets/token',
      PARLEY_AGENT_SECRET_FILE: '/run/secrets/agent',
      PARLEY_CONVERSATION_ID: 'cnv_1',
      PARLEY_DEBUG: '1',
      PARLEY_TEST_DATABASE_URL: 'postgres://db.example',
      PARLEY_SEED: '7',
      PARLEY_SERVICE_HOST: '10.0.0.1',
      PARLEY_SERVICE_PORT_HTTP: '80',
      PARLEY_PORT_80_TCP_ADDR: '10.0.0.1',
      PARLEY_DB_PORT: 'tcp://10.0.0.1:5432',
      PARLEY_SINGUP: '',
    };
    expect(readConfig({ PARLEY_SECRET_KEY: key, ...beside }).signup).toBe('open');
  });

  it('knows a variable that the tools file quotes', async () => {
    const file = join(folder, 'tools.json');
    await writeFile(
      file,
      JSON.stringify({ tools: [{ http: { headers: { authorization: '${env:PARLEY_WEATHER}' } } }] }),
    );
    const env = { PARLEY_SECRET_KEY: key, PARLEY_TOOLS_FILE: file };
    expect(readConfig({ ...env, PARLEY_WEATHER: 'sunny' }).variable('PARLEY_WEATHER')).toBe('sunny');
    expect(() => readConfig({ ...env, PARLEY_WEATHERS: 'sunny' })).toThrow('PARLEY_WEATHERS');
  });
});
