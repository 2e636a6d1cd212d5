import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise, type Entry } from 'yauzl';
import { newId, type UserId } from '@parley/protocol';
import { setRole } from '../../accounts/users/account-queries.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { startFakeBucket } from '../../accounts/assets/fixtures/fake-bucket.ts';
import type { App } from '../../chat/conversations/app.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { endOfExport, readyExport } from '../../testing/contract/exports.ts';
import { uploaded } from '../../testing/contract/files.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { insertPasskey } from '../passkeys/passkey-queries.ts';
import { startExports } from './make-exports.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

/** Downloads an export and returns its files by name. */
async function filesOf(person: Person, exportId: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${server.baseUrl}/v1/exports/${exportId}/file`, { headers: { cookie: person.cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await bytesOf(zip, entry));
  return files;
}

async function bytesOf(zip: Awaited<ReturnType<typeof fromBufferPromise>>, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const linesOf = (file: Buffer | undefined): Json[] =>
  String(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('§15 an export', { timeout: 60_000 }, () => {
  it('has what its person may read, under names that are ids, and nothing else', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const ada = shop.person;
    const asked = await shop.invoke({ tool: 'coin.charge', args: { amount: 3, reason: 'Tea' } });
    await shop.resolve(asked.body.approval_id, 'approved');
    await shop.result(asked.body.invocation_id);
    const asset = await uploaded(ada, Buffer.from('a picture of tea'), 'tea.txt');
    const ben = await signUp(server);
    const room = await openConversation(ada, null, [ben]);
    await say(ada, room, 'Forget this');
    await say(ben, room, 'Ben says this');
    const [first] = await messagesOf(ada, room);
    await ada.del(`/v1/conversations/${room}/messages/${first!['messageId']}`);
    const foreign = await openConversation(ben, null, [root]);
    await say(ben, foreign, 'Between us');
    const left = await openConversation(ben, null, [ada, root]);
    await say(ben, left, 'Before you left');
    expect((await ada.del(`/v1/conversations/${left}/members/${ada.userId}`)).status).toBe(204);

    const passkey = { passkey_id: newId('passkey', server.clock.now()), user_id: ada.userId as UserId, name: 'Laptop' };
    const credential = {
      credential_id: Buffer.from('id'),
      public_key: Buffer.from('key'),
      counter: 0,
      rp_id: 'localhost',
    };
    const created_at = new Date(server.clock.now());
    await server.app.storage.transaction((tx) => insertPasskey(tx, { ...passkey, ...credential, created_at }));

    const files = await filesOf(ada, await readyExport(ada));
    expect([...files.keys()].toSorted()).toEqual(
      [
        'README.txt',
        'agents.json',
        'approvals.ndjson',
        `assets/${asset}`,
        `conversations/${room}.ndjson`,
        `conversations/${shop.conversation}.ndjson`,
        'person.json',
        'wallet.ndjson',
      ].toSorted(),
    );
    expect(String(files.get(`assets/${asset}`))).toBe('a picture of tea');
    expect(linesOf(files.get(`conversations/${room}.ndjson`))).toEqual(await messagesOf(ada, room));
    expect(linesOf(files.get(`conversations/${room}.ndjson`))[0]).toMatchObject({ deleted: true, body: null });
    const person = JSON.parse(String(files.get('person.json')));
    expect(person.user).toMatchObject({ userId: ada.userId, handle: ada.handle });
    expect(person.passkeys).toEqual([
      { passkeyId: passkey.passkey_id, name: 'Laptop', createdAt: created_at.toISOString(), lastUsedAt: null },
    ]);
    expect(person.conversations.map((item: Json) => item.conversationId).toSorted()).toEqual(
      [room, shop.conversation].toSorted(),
    );
    const [approval] = linesOf(files.get('approvals.ndjson'));
    expect(approval).toMatchObject({ id: asked.body.approval_id, receipt: { outcome: 'succeeded' } });
    expect(linesOf(files.get('wallet.ndjson'))[0]).toMatchObject({ amount: -3, reason: 'Tea' });
    const all = Buffer.concat([...files.values()]).toString();
    for (const text of ['Forget this', 'Between us', 'Before you left']) expect(all).not.toContain(text);
    expect(JSON.parse(String((await filesOf(shop.owner, await readyExport(shop.owner))).get('agents.json')))).toEqual({
      items: [expect.objectContaining({ agentId: shop.agent.agentId })],
    });
    shop.relay.close();
  });

  it('is one at a time, its person’s alone, and not for tokens', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const answers = await Promise.all([ada.post('/v1/exports'), ada.post('/v1/exports'), ada.post('/v1/exports')]);
    const made = answers.filter(({ status }) => status === 202);
    for (const answer of answers.filter(({ status }) => status !== 202)) expectRefusal(answer, 409, 'export_running');
    const { exportId } = made[0]!.body.item;
    expect(await endOfExport(ada, exportId)).toBe('ready');
    const { item } = (await ada.get(`/v1/exports/${exportId}`)).body;
    expect(item).toEqual({
      exportId,
      state: 'ready',
      createdAt: item.createdAt,
      sizeBytes: expect.any(Number),
      expiresAt: new Date(Date.parse(item.createdAt) + 7 * 86_400_000).toISOString(),
      url: `/v1/exports/${exportId}/file`,
    });
    expect((await ada.get('/v1/exports')).body.items[0]).toEqual(item);
    expect((await ben.get('/v1/exports')).body.items).toEqual([]);
    for (const path of [`/v1/exports/${exportId}`, `/v1/exports/${exportId}/file`])
      for (const other of [ben, root]) expectRefusal(await other.get(path), 404, 'export_not_found');
    expectRefusal(await ada.get(`/v1/exports/${newId('export')}`), 404, 'export_not_found');
    const { token } = (await ada.post('/v1/tokens', { name: 'Script' })).body;
    const authorization = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ['GET', '/v1/exports'],
      ['POST', '/v1/exports'],
      ['GET', `/v1/exports/${exportId}/file`],
    ] as const) {
      const answer = await fetch(`${server.baseUrl}${path}`, { method, headers: authorization });
      expect([answer.status, (await answer.json()).error.code]).toEqual([403, 'session_required']);
    }
  });

  it('is made at most 10 times in 24 hours', async () => {
    const cy = await signUp(server);
    for (let count = 0; count < 10; count += 1) await readyExport(cy);
    expectRefusal(await cy.post('/v1/exports'), 429, 'rate_limited');
  });

  it('of another person is told to them, and released to the administrator who asked a day later', async () => {
    const [ada, other] = [await signUp(server), await signUp(server)];
    await setRoleOf(other, 'admin');
    const path = `/v1/admin/people/${ada.userId}/export`;
    expectRefusal(await ada.post(path), 403, 'admin_required');
    expectRefusal(await root.post(`/v1/admin/people/${newId('user')}/export`), 404, 'user_not_found');
    const { exportId } = (await root.post(path)).body.item;
    const [notice] = (await ada.get('/v1/notices')).body.items;
    expect(notice).toMatchObject({ kind: 'export_asked', by: root.userId });
    const [row] = (await root.get('/v1/admin/audit?action=export.asked')).body.items;
    expect(row).toMatchObject({ target: { type: 'export', id: exportId }, details: { memberId: ada.userId } });
    // Whether it is made yet is no matter.
    expectRefusal(await root.get(`/v1/exports/${exportId}/file`), 409, 'export_not_released');
    expect(await endOfExport(root, exportId)).toBe('ready');

    expectRefusal(await root.get(`/v1/exports/${exportId}/file`), 409, 'export_not_released');
    expect((await root.get(`/v1/exports/${exportId}`)).body.item.url).toBeNull();
    expect((await root.get('/v1/exports')).body.items).toEqual([]);
    expect((await root.get(`/v1/exports?userId=${ada.userId}`)).body.items).toMatchObject([{ exportId }]);
    expect((await other.get(`/v1/exports?userId=${ada.userId}`)).body.items).toEqual([]);
    expectRefusal(await other.get(`/v1/exports/${exportId}/file`), 404, 'export_not_found');
    expect((await filesOf(ada, exportId)).size).toBeGreaterThan(4);

    await server.clock.leap(86_400_000 - 1);
    expectRefusal(await root.get(`/v1/exports/${exportId}/file`), 409, 'export_not_released');
    await server.clock.leap(1);
    expect((await filesOf(root, exportId)).size).toBeGreaterThan(4);
    const downloads = (await root.get(`/v1/admin/audit?action=export.downloaded&target=${exportId}`)).body.items;
    expect(downloads.map((item: Json) => item.actor.id)).toEqual([root.userId, ada.userId]);
    await setRoleOf(root, 'member');
    expectRefusal(await root.get(`/v1/exports/${exportId}/file`), 403, 'admin_required');
    await setRoleOf(root, 'admin');
  });

  it('goes after 7 days, with its bytes', async () => {
    const cy = await signUp(server);
    const exportId = await readyExport(cy);
    const file = join(
      server.app.config.dataDir,
      'exports',
      'kept',
      exportId.slice(-2),
      exportId.slice(-4, -2),
      exportId,
    );
    expect((await stat(file)).size).toBeGreaterThan(0);
    await server.clock.leap(7 * 86_400_000);
    expectRefusal(await cy.get(`/v1/exports/${exportId}/file`), 404, 'export_not_found');
    await expect.poll(() => stat(file).catch(() => null)).toBeNull();
    await expect.poll(() => rowOf(exportId)).toBeUndefined();
  });
});

describe('§15 an export whose server has ended', { timeout: 60_000 }, () => {
  it('is made by another, and has failed after the third attempt', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const { app, clock } = server;
    const left = async (person: Person, attempts: number) => {
      const exportId = newId('export', clock.now());
      await sql`
        insert into exports (export_id, user_id, state, created_at, alive_at, attempts)
        values (${exportId}, ${person.userId}, 'running', ${new Date(clock.now())}, ${new Date(clock.now())}, ${attempts})`.execute(
        app.storage.db,
      );
      return exportId;
    };
    const [again, spent] = [await left(ada, 1), await left(ben, 3)];
    // Its server may still make it.
    await clock.advance(50_000);
    expect([(await rowOf(again))?.state, (await rowOf(again))?.attempts]).toEqual(['running', 1]);
    await clock.advance(120_000);
    expect(await endOfExport(ada, again)).toBe('ready');
    expect(await endOfExport(ben, spent)).toBe('failed');
    expectRefusal(await ben.get(`/v1/exports/${spent}/file`), 404, 'export_not_found');
    await readyExport(ben);
  });

  it('is left to another by a server that stops in the middle', async () => {
    const cy = await signUp(server);
    const { app, clock } = server;
    const exportId = newId('export', clock.now());
    await sql`
      insert into exports (export_id, user_id, state, created_at)
      values (${exportId}, ${cy.userId}, 'running', ${new Date(clock.now())})`.execute(app.storage.db);
    const stops: Promise<void>[] = [];
    const stopping: App = {
      ...app,
      disk: {
        ...app.disk,
        writing: (work) => {
          stops.push(second.stop());
          return work();
        },
      },
    };
    const second = startExports(stopping);
    await expect.poll(() => stops).toHaveLength(1);
    await Promise.all(stops);
    expect(await rowOf(exportId)).toMatchObject({ state: 'running', attempts: 1, alive_at: null });
    await clock.advance(61_000);
    expect(await endOfExport(cy, exportId)).toBe('ready');
    expect(await rowOf(exportId)).toMatchObject({ attempts: 2 });
  });
});

describe('§15 an export with a bucket', { timeout: 60_000 }, () => {
  it('is kept in the bucket, with the files that are there', async () => {
    const bucket = await startFakeBucket();
    const { endpoint, bucket: name, region, key, secret } = bucket.settings;
    const before = server;
    server = await startTestServer({
      PARLEY_ASSETS_S3_ENDPOINT: endpoint,
      PARLEY_ASSETS_S3_BUCKET: name,
      PARLEY_ASSETS_S3_REGION: region,
      PARLEY_ASSETS_S3_KEY: key,
      PARLEY_ASSETS_S3_SECRET: secret,
    });
    try {
      const ada = await signUp(server);
      const asset = await uploaded(ada, Buffer.from('in the bucket'), 'a.txt');
      const exportId = await readyExport(ada);
      expect([...bucket.objects.keys()]).toContain(`/${name}/exports/${exportId}`);
      expect(String((await filesOf(ada, exportId)).get(`assets/${asset}`))).toBe('in the bucket');
    } finally {
      await server.stop();
      server = before;
      await bucket.stop();
    }
  });
});

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly alive_at: Date | null;
}

async function rowOf(exportId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select state, attempts, alive_at from exports where export_id = ${exportId}`.execute(
    server.app.storage.db,
  );
  return rows[0];
}

const setRoleOf = (person: Person, role: 'admin' | 'member') =>
  server.app.storage.transaction((tx) => setRole(tx, person.userId as UserId, role, 'manual'));
