import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type UserId } from '@parley/protocol';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { insertIdentity } from '../organisation/identities/identity-queries.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { newToken } from '../testing/contract/bearer.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { openOnServer } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createDatabase } from '../testing/postgres-template.ts';
import { mustRun, runHere } from './fixtures/run-here.ts';

/** Links an identity at a provider to a person, and returns its id. */
async function linked({ app }: TestServer, { userId }: Person): Promise<string> {
  const identityId = newId('identity', app.clock.now());
  const one = {
    issuer: 'https://id.example',
    subject: userId,
    providerId: 'corp',
    linkedAt: new Date(app.clock.now()),
  };
  const isNew = await app.storage.transaction((tx) =>
    insertIdentity(tx, { ...one, identityId, userId: userId as UserId }),
  );
  expect(isNew).toBe(true);
  return identityId;
}

describe.skipIf(testServerUrl === undefined)('a restore of an older backup', () => {
  const serverUrl = testServerUrl ?? '';
  const secret = randomBytes(32).toString('base64');
  const ends: (() => Promise<unknown>)[] = [];
  let folder: string;
  let dataDir: string;
  let ids: Record<
    'disabled' | 'demoted' | 'credential' | 'token' | 'active' | 'back' | 'identity' | 'ofReset' | 'reset',
    string
  >;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-ended-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    dataDir = join(folder, 'data');
    const storage = await openOnServer(serverUrl);
    const env = { DATABASE_URL: storage.url, PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dataDir };
    const server = await startServerOn(storage, { PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dataDir });
    const root = await firstAdmin(server);
    const [disabled, demoted, active, back, reset] = await Promise.all([1, 2, 3, 4, 5].map(() => signUp(server)));
    if (!disabled || !demoted || !active || !back || !reset) throw new Error('Nobody signed up.');
    await root.patch(`/v1/admin/people/${demoted.userId}`, { role: 'admin' });
    const agent = await registerAgent(server, active);
    const { item: token } = await newToken(active);
    const identity = await linked(server, active);
    const [ofReset] = [await linked(server, reset), await newToken(reset)];
    for (const change of [
      { role: 'admin' },
      { role: 'member' },
      { status: 'disabled' },
      { status: 'active', role: 'admin' },
    ])
      expect((await root.patch(`/v1/admin/people/${back.userId}`, change)).status).toBe(200);
    await mustRun(env, 'backup', join(folder, 'older'));

    expect((await root.patch(`/v1/admin/people/${disabled.userId}`, { status: 'disabled' })).status).toBe(200);
    expect((await root.patch(`/v1/admin/people/${demoted.userId}`, { role: 'member' })).status).toBe(200);
    const { credentialId } = agent;
    expect((await active.del(`/v1/agents/${agent.agentId}/credentials/${credentialId}`)).status).toBe(204);
    expect((await active.del(`/v1/tokens/${token.tokenId}`)).status).toBe(204);
    expect((await active.del(`/v1/session/identities/${identity}`)).status).toBe(204);
    const { url } = (await root.post(`/v1/admin/people/${reset.userId}/password-reset`)).body.item;
    const fresh = { token: url.split('#')[1], password: 'staple of correct batteries' };
    expect((await reset.post('/v1/password-resets/redeem', fresh)).status).toBe(204);
    ids = {
      ...{ identity, ofReset, reset: reset.userId },
      ...{ disabled: disabled.userId, demoted: demoted.userId, active: active.userId, back: back.userId },
      ...{ credential: credentialId, token: token.tokenId },
    };
    await server.stop();
  }, 90_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function restoreTo(dir: string, ...more: string[]) {
    const database = await createDatabase(serverUrl);
    ends.push(() => database.drop());
    const env = { DATABASE_URL: database.url, PARLEY_SECRET_KEY: secret, PARLEY_DATA_DIR: dir };
    return { url: database.url, ran: await runHere(env, 'restore', join(folder, 'older'), ...more) };
  }

  it('repeats what was ended after it, and notes itself in the audit log', async () => {
    const { url, ran } = await restoreTo(dataDir);
    expect(ran.code, ran.err).toBe(0);
    const storage = await openPostgres({ databaseUrl: url, poolSize: 1 });
    const rows = async (text: string, ...values: string[]) =>
      (await storage.pool.query(text, values)).rows as unknown[];
    try {
      const disabled = 'select disabled_at is not null as is_disabled from accounts where user_id = $1';
      expect(await rows(disabled, ids.disabled)).toEqual([{ is_disabled: true }]);
      expect(await rows(disabled, ids.active)).not.toEqual([{ is_disabled: true }]);
      expect(await rows('select role from accounts where user_id = $1', ids.demoted)).toEqual([{ role: 'member' }]);
      // What had been given back by the time of the backup is not taken again.
      expect(await rows('select role, disabled_at from accounts where user_id = $1', ids.back)).toEqual([
        { role: 'admin', disabled_at: null },
      ]);
      expect(ran.out).toContain('7 ends of after the backup were repeated');
      const revoked = 'select revoked_at is not null as is_revoked from credentials where credential_id = $1';
      expect(await rows(revoked, ids.credential)).toEqual([{ is_revoked: true }]);
      expect(await rows('select from access_tokens')).toEqual([]);
      expect(await rows('select from identities')).toEqual([]);
      const noted = `select actor_type from audit_log where action = 'backup.restored'`;
      expect(await rows(noted)).toEqual([{ actor_type: 'machine' }]);
      expect(await rows('select from closed_database')).toEqual([]);
      expect(await rows('select from sessions')).toEqual([]);
    } finally {
      await storage.close();
    }
  }, 60_000);

  it('is refused without the record, unless --without-ended is said', async () => {
    const { ran } = await restoreTo(join(folder, 'new machine'));
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('say --without-ended')]);
    const said = await restoreTo(join(folder, 'new machine'), '--without-ended');
    expect(said.ran.code, said.ran.err).toBe(0);
  }, 60_000);

  it('is refused where the record was changed', async () => {
    const dir = join(folder, 'changed');
    await mkdir(dir);
    const text = await readFile(join(dataDir, 'ended.ndjson'), 'utf8');
    await appendFile(join(dir, 'ended.ndjson'), text.replaceAll(ids.disabled, ids.active));
    const { ran } = await restoreTo(dir);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('ended.ndjson was changed')]);
  });

  it('reads a record of ids alone, for its owner alone', async () => {
    expect((await stat(join(dataDir, 'ended.ndjson'))).mode & 0o777).toBe(0o600);
    const lines = (await readFile(join(dataDir, 'ended.ndjson'), 'utf8')).trim().split('\n');
    const kinds = lines.map((line) => JSON.parse(line) as Record<string, string>).map(({ kind, id }) => [kind, id]);
    expect(kinds[0]).toEqual(['begin', '']);
    expect(kinds.slice(1).toSorted()).toEqual(
      [
        ['demoted', ids.back],
        ['disabled', ids.back],
        ['disabled', ids.disabled],
        ['demoted', ids.demoted],
        ['revoked', ids.credential],
        ['revoked', ids.token],
        ['revoked', ids.identity],
        ['revoked', ids.ofReset],
        ['revoked', ids.reset],
      ].toSorted(),
    );
  });
});
