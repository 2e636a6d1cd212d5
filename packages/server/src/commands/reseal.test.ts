import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveKey } from '../accounts/agents/prove-key.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { agentWith, registerAgent } from '../testing/contract/agent.ts';
import { call } from '../testing/contract/http.ts';
import { signUp } from '../testing/contract/person.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { serverProcess } from '../testing/durability/server-process.ts';
import { realClock } from '../testing/fake-clock.ts';
import { createFromTemplate } from '../testing/postgres-template.ts';
import { prepareDataFolder } from '../testing/prepared-folder.ts';
import { serverCommand } from '../testing/server-command.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const text = (key: Buffer) => key.toString('base64');

const reseal = (env: Record<string, string>, onSaid?: (kill: () => void) => void, ...options: string[]) =>
  run('reseal', env, onSaid, ...options);

/** Starts a command as its operator does. Calls `onSaid` with its standard output. */
async function run(
  command: string,
  env: Record<string, string>,
  onSaid: (kill: () => void) => void = () => undefined,
  ...options: string[]
) {
  const child = spawn(process.execPath, [...serverCommand(), command, ...options], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes.toString();
    onSaid(() => child.kill('SIGKILL'));
  });
  child.stderr.on('data', (bytes: Buffer) => (said.err += bytes.toString()));
  const [code] = await once(child, 'close');
  return { ...said, code: code as number | null };
}

const receiptKeys = async (baseUrl: string): Promise<{ kid: string }[]> =>
  (await call(`${baseUrl}/.well-known/parley.json`)).body.receiptKeys;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-reseal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the command that seals secrets anew', { timeout: 120_000 }, () => {
  it('replaces the key of an embedded database while its server is stopped', async () => {
    const kept = join(folder, 'secret.key');
    const old = join(folder, 'first.key');
    const bothKeys = { PARLEY_OTHER_SECRET_KEYS_FILE: old, PARLEY_PSEUDONYM_KEY_FILE: old };
    await prepareDataFolder(folder);
    const first = await serverProcess({ PARLEY_DATA_DIR: folder });
    await first.start();
    const known = { baseUrl: first.baseUrl, clock: realClock, demoUrl: null };
    const agent = await registerAgent(known, await signUp(known));
    const [firstKey] = await receiptKeys(first.baseUrl);
    const running = await reseal({ PARLEY_DATA_DIR: folder });
    expect(running.code).toBe(1);
    expect(running.err).toContain(String(first.pid));
    await first.end('SIGTERM');

    await rename(kept, old);
    const done = await reseal({ PARLEY_DATA_DIR: folder, ...bothKeys });
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('Done: 1 secrets were sealed anew, 0 could not be opened.');

    const second = await serverProcess({ PARLEY_DATA_DIR: folder, PARLEY_PSEUDONYM_KEY_FILE: old });
    await second.start();
    const again = agentWith({ ...known, baseUrl: second.baseUrl }, agent.owner, agent, agent);
    expect((await again.send('/hooks/v1/agents/search?q=x')).status).toBe(200);
    expect(await receiptKeys(second.baseUrl)).toEqual([firstKey]);
    await second.end('SIGTERM');
  });
});

describe('the command that seals secrets anew in PostgreSQL', { timeout: 120_000 }, () => {
  const serverUrl = testServerUrl;
  if (serverUrl === undefined) return void it.skip('is not tried: none answers', () => undefined);
  let database: { readonly url: string; drop(): Promise<void> };
  let storage: Storage;
  let env: Record<string, string>;
  beforeEach(async () => {
    database = await createFromTemplate(serverUrl);
    storage = await openPostgres({ databaseUrl: database.url, poolSize: 1 });
    env = {
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: folder,
      PARLEY_SECRET_KEY: text(newKey),
      PARLEY_OTHER_SECRET_KEYS: text(oldKey),
      PARLEY_PSEUDONYM_KEY: text(oldKey),
    };
  });
  afterEach(async () => {
    await storage.close();
    await database.drop();
  });

  /** Inserts credentials of one agent with secrets sealed with this key. */
  const write = async (key: Buffer, count: number) => {
    const box = secretBox(key);
    const [userId, agentId] = [newId('user'), newId('agent')];
    const all = Array.from({ length: count }, () => ({ id: newId('credential'), secret: randomBytes(32) }));
    await sql`
      insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
      values (${userId}, ${userId}, 'Ada', '', 'en', 'UTC', now())`.execute(storage.db);
    await sql`
      insert into agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes,
                          suggested_prompts, status, created_at)
      values (${agentId}, ${userId}, ${agentId}, 'Agent', '', 'relay', 'private', '[]', '{}', 'live', now())`.execute(
      storage.db,
    );
    await sql`
      insert into credentials (credential_id, agent_id, sealed_secret, key_id, created_at)
      select id, ${agentId}, sealed, ${box.keyId}, now()
      from unnest(${all.map(({ id }) => id)}::text[], ${all.map(({ id, secret }) => box.seal(id, secret))}::bytea[])
        as c (id, sealed)`.execute(storage.db);
    return all;
  };
  const read = async () => {
    const { rows } = await sql<{ credential_id: string; key_id: string; sealed_secret: Buffer }>`
      select credential_id, key_id, sealed_secret from credentials`.execute(storage.db);
    return new Map(rows.map((row) => [row.credential_id, { keyId: row.key_id, bytes: row.sealed_secret }]));
  };

  it('leaves every secret good when it is killed half-way, and does the rest when it is run again', async () => {
    const all = await write(oldKey, 5000);
    // Another transaction locks the last credential, so that the command cannot finish before it is killed.
    const killed = await storage.transaction(async (tx) => {
      await sql`select from credentials order by credential_id desc limit 1 for update`.execute(tx);
      return reseal(env, (kill) => kill());
    });
    expect(killed.code).toBe(null);
    const between = await read();
    const both = secretBox(newKey, { others: [oldKey] });
    expect(all.every(({ id, secret }) => both.open(id, between.get(id) ?? never()).equals(secret))).toBe(true);
    const anew = [...between.values()].filter(({ keyId }) => keyId === both.keyId).length;
    expect(anew).toBeGreaterThanOrEqual(500);
    expect(anew).toBeLessThan(5000);

    const done = await reseal(env);
    expect(done.out).toContain(`Done: ${5000 - anew} secrets were sealed anew, 0 could not be opened.`);
    expect(done.code).toBe(0);
    const after = await read();
    expect(
      all.every(({ id, secret }) =>
        secretBox(newKey)
          .open(id, after.get(id) ?? never())
          .equals(secret),
      ),
    ).toBe(true);
  });

  it('ends with 1 and names the credential, never its secret, where no key at hand opens it', async () => {
    await write(oldKey, 2);
    const [foreign] = await write(randomBytes(32), 1);
    const done = await reseal(env);
    expect(done.code).toBe(1);
    expect(done.out).toContain('Done: 2 secrets were sealed anew, 1 could not be opened.');
    expect(done.err.trim()).toBe(`No key at hand opens the secret of ${foreign?.id}.`);
  });

  it('makes a new key for receipts beside those that there are, and says which it is', async () => {
    const known = async () =>
      (await sql<{ kid: string }>`select kid from receipt_keys order by position`.execute(storage.db)).rows;
    const ofOldKey = { ...env, PARLEY_SECRET_KEY: text(oldKey), PARLEY_OTHER_SECRET_KEYS: '' };
    expect((await run('new-receipt-key', ofOldKey)).code).toBe(0);
    const [first] = await known();
    const done = await run('new-receipt-key', ofOldKey);
    const [still, second] = await known();
    expect(still).toEqual(first);
    expect([done.out, done.err]).toEqual([`Done: receipts are signed with ${second?.kid}, the newest of 2.\n`, '']);

    const stranger = await run('new-receipt-key', { ...ofOldKey, PARLEY_SECRET_KEY: text(newKey) });
    expect([stranger.code, stranger.out]).toEqual([1, '']);
    expect(stranger.err).toContain('PARLEY_SECRET_KEY does not open what the database keeps');
    expect(await known()).toHaveLength(2);
  });

  it('goes on without a key that is lost only where it is told to', async () => {
    await proveKey({ storage, secrets: secretBox(oldKey) });
    const [lost] = await write(oldKey, 1);
    const alone = { ...env, PARLEY_OTHER_SECRET_KEYS: '' };
    const refused = await reseal(alone);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('PARLEY_SECRET_KEY does not open what the database keeps');

    const told = await reseal(alone, undefined, '--old-key-is-lost');
    expect(told.err).toBe(`No key at hand opens the secret of ${lost?.id}.\n`);
    await proveKey({ storage, secrets: secretBox(newKey) });
  });
});

function never(): never {
  throw new Error('Each credential has its row.');
}
