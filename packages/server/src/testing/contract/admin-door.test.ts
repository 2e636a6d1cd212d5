import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '@parley/protocol';
import { startTestServer, type TestServer } from '../app.ts';
import { firstAdmin } from './admin.ts';
import { callWith, newToken } from './bearer.ts';
import { call } from './http.ts';
import { signIn, signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';

let server: TestServer;
let root: Person;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
  ada = await signUp(server);
});
afterAll(() => server.stop());

const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
const adminRows = Object.values(routes).filter((row) => row.path.startsWith('/v1/admin/'));

describe('§14 the door of administrators', () => {
  it.each(adminRows)('checks $method $path in its order', async (row) => {
    expect(row).toHaveProperty('admin');
    const path = row.path.replace(/\{\w+\}/, 'nothing');
    const isRead = row.method === 'GET';
    const invalid = { headers: { 'content-type': 'application/json' }, ...(isRead ? {} : { body: '{"strange":1}' }) };
    const send = (person: Person, headers = {}) =>
      person.send(row.method, path, { ...invalid, headers: { ...invalid.headers, ...headers } });
    expectRefusal(await call(server.baseUrl + path, { method: row.method, ...invalid }), 401, 'unauthenticated');
    if (!isRead) expectRefusal(await send(ada, foreign), 403, 'cross_site_request');
    for (const person of [ada, root]) {
      const { token } = await newToken(person);
      expectRefusal(await callWith(server, token, row.method, path), 403, 'session_required');
    }
    expectRefusal(await send(ada), 403, 'admin_required');
    if (!isRead) expectRefusal(await send(root), 400, 'malformed_request');
  });

  it('lets a token for administration read', async () => {
    const { token, item } = await newToken(root, { admin: true, expiresInDays: 90 });
    expect(item.admin).toBe(true);
    expect((await callWith(server, token, 'GET', '/v1/admin/people')).status).toBe(200);
    expect((await callWith(server, token, 'GET', '/v1/session')).status).toBe(200);
  });
});

describe('§14 a token for administration', () => {
  it('is for administrators, and lasts at most 90 days', async () => {
    const body = { name: 'Watch', admin: true };
    expectRefusal(await ada.post('/v1/tokens', { ...body, expiresInDays: 1 }), 403, 'admin_required');
    expectRefusal(
      await root.post('/v1/tokens', { ...body, expiresInDays: 91 }),
      400,
      'malformed_request',
      '/expiresInDays',
    );
    expectRefusal(await root.post('/v1/tokens', body), 400, 'malformed_request', '/expiresInDays');
    expect((await ada.post('/v1/tokens', { name: 'Plain', admin: false })).status).toBe(201);
  });
});

describe('§14 a fresh session', () => {
  const wanted = { name: 'Watch', admin: true, expiresInDays: 1 };

  it('lasts ten minutes from the sign-in; then the password counts', async () => {
    const again = await signIn(server, root);
    await server.clock.leap(10 * 60_000);
    expect((await again.post('/v1/tokens', wanted)).status).toBe(201);
    await server.clock.leap(1);
    expectRefusal(await again.post('/v1/tokens', wanted), 403, 'recent_sign_in_required');
    expectRefusal(await again.post('/v1/tokens', { ...wanted, password: 'wrong' }), 403, 'password_wrong', '/password');
    expect((await again.post('/v1/tokens', { ...wanted, password: root.password })).status).toBe(201);
    expect((await again.post('/v1/tokens', { name: 'Plain' })).status).toBe(201);
  });

  it('is asked for behind the body, and guesses of the password count as attempts to sign in', async () => {
    const strict = await startTestServer({ PARLEY_RATE_LIMIT: 'on' });
    const admin = await firstAdmin(strict);
    await strict.clock.leap(11 * 60_000);
    expectRefusal(await admin.post('/v1/tokens', { ...wanted, strange: 1 }), 400, 'malformed_request', '/strange');
    const guess = () => admin.post('/v1/tokens', { ...wanted, password: 'wrong horse battery' });
    for (let n = 0; n < 10; n += 1) expectRefusal(await guess(), 403, 'password_wrong');
    expectRefusal(await guess(), 429, 'rate_limited');
    const body = JSON.stringify({ handle: admin.handle, password: admin.password });
    const headers = { 'content-type': 'application/json' };
    const signingIn = await call(`${strict.baseUrl}/v1/session`, { method: 'POST', headers, body });
    expectRefusal(signingIn, 429, 'rate_limited');
    await strict.stop();
  });
});

describe('§15 the people of a server', () => {
  const find = async (query: string) => (await root.get(`/v1/admin/people?${query}`)).body.items;
  const handles = (items: { handle: string }[]) => items.map(({ handle }) => handle);

  it('are listed by what their handle, their address or a word of their name begins with', async () => {
    const eve = await signUp(server, { handle: 'zz-eve', displayName: 'Anne-Marie  Élodie O’Zebra 100%' });
    await sql`insert into accounts (user_id, email) values (${eve.userId}, 'quux_1@parley.example')`.execute(
      server.app.storage.db,
    );
    const words = [
      'anne',
      'MARIE',
      'Élo',
      'zebra',
      '100%25',
      'Marie%20Élodie',
      '%20marie',
      'Anne-M',
      "o'zeb",
      'O’Zebra',
    ];
    for (const q of ['zz-', 'ZZ-E', 'quux_', ...words])
      expect([q, handles(await find(`q=${q}`))]).toEqual([q, ['zz-eve']]);
    for (const q of ['z-eve', 'arie', 'quux%25', 'parley.example', '%25', '_z-eve', '%5C'])
      expect([q, handles(await find(`q=${q}`))]).toEqual([q, []]);
  });

  it('are listed by role and status, the newest first, page by page', async () => {
    expect(handles(await find('role=admin'))).toEqual([root.handle]);
    expect(await find('status=disabled')).toEqual([]);
    expectRefusal(await root.get('/v1/admin/people?status=gone'), 400, 'malformed_request');
    const all = await find('role=member');
    const first = (await root.get('/v1/admin/people?limit=1&role=member')).body;
    expect(first.items).toEqual(all.slice(0, 1));
    const next = (await root.get(`/v1/admin/people?limit=1&role=member&cursor=${first.nextCursor}`)).body;
    expect(next.items).toEqual(all.slice(1, 2));
  });

  it('shows one, with when they were there to the hour, and no text of theirs', async () => {
    const cy = await signUp(server);
    const { body } = await root.get(`/v1/admin/people/${cy.userId}`);
    const hour = new Date(server.clock.now());
    hour.setUTCMinutes(0, 0, 0);
    expect(body.item).toEqual({
      userId: cy.userId,
      handle: cy.handle,
      displayName: cy.displayName,
      email: null,
      emailVerified: false,
      role: 'member',
      roleSource: null,
      status: 'active',
      createdAt: expect.any(String),
      lastSeenAt: hour.toISOString(),
      signIn: { password: true, passkeys: 0, providers: [] },
      externalId: null,
      conversations: 0,
      agents: 0,
      assetBytes: 0,
    });
    await root.post('/v1/conversations', { userIds: [cy.userId] });
    await server.clock.leap(3_600_000);
    await cy.get('/v1/session');
    const later = async () => (await root.get(`/v1/admin/people/${cy.userId}`)).body.item;
    const seen = new Date(hour.getTime() + 3_600_000).toISOString();
    await expect.poll(async () => (await later()).lastSeenAt).toBe(seen);
    await cy.del('/v1/session');
    expect(await later()).toMatchObject({ conversations: 1, lastSeenAt: seen });
    await server.clock.leap(3_600_000);
    await (await signIn(server, cy)).del('/v1/session');
    expect((await later()).lastSeenAt).toBe(new Date(hour.getTime() + 7_200_000).toISOString());
    for (const id of ['usr_00000000000000000000000000', 'nobody'])
      expectRefusal(await root.get(`/v1/admin/people/${id}`), 404, 'user_not_found');
  });
});
