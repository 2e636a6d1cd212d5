import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startServerOn, startTestServer, type TestServer } from '../app.ts';
import { openTestStorage } from '../database.ts';
import { firstAdmin, tokenOf } from './admin.ts';
import { callWith, newToken } from './bearer.ts';
import { call } from './http.ts';
import { cookieOf, freshHandle, jsonInit, signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useRestartableServer } from './restartable.ts';

const started: TestServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});
const start = async (env: Record<string, string> = {}) => {
  const server = await startTestServer(env);
  started.push(server);
  return server;
};
const profile = () => ({ handle: freshHandle(), displayName: 'Root', password: 'correct horse battery' });
const setUp = (server: { baseUrl: string }, body: unknown, headers: Record<string, string> = {}) => {
  const init = jsonInit('POST', body);
  return call(`${server.baseUrl}/v1/setup`, { ...init, headers: { ...init.headers, ...headers } });
};
const whoIs = async (server: { baseUrl: string }, cookie: string) =>
  (await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).body?.item;

describe('§14 the set-up link', () => {
  it('makes its signed-in person the administrator, once, and says so to them alone', async () => {
    const server = await start();
    expect(server.setupUrl).toMatch(/^http:\/\/[^/]+\/setup#[\w-]{43}$/);
    const [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
    expect((await ada.get('/v1/session')).body.item).toMatchObject({
      role: 'member',
      email: null,
      emailVerified: false,
    });
    const token = tokenOf(server.setupUrl);
    const answer = await ada.post('/v1/setup', { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body.item).toEqual((await ada.get('/v1/session')).body.item);
    expect(answer.body.item.role).toBe('admin');
    expect((await ben.get(`/v1/users?handle=${ada.handle}`)).text).not.toContain('role');
    expectRefusal(await ben.post('/v1/setup', { token }), 403, 'setup_closed');
    expectRefusal(await ada.post('/v1/setup', { token }), 403, 'setup_closed');
  });

  it('signs up the administrator without a session, also where sign-up is closed', async () => {
    const server = await start({ PARLEY_SIGNUP: 'closed' });
    const body = { ...profile(), token: tokenOf(server.setupUrl) };
    const answer = await setUp(server, body);
    expect(answer.status).toBe(201);
    expect(answer.body.item).toMatchObject({ handle: body.handle, role: 'admin' });
    expect(await whoIs(server, cookieOf(answer))).toEqual(answer.body.item);
    expectRefusal(await setUp(server, { ...profile(), token: body.token }), 403, 'setup_closed');
  });

  it('checks the body, then the token, then the handle, which uses nothing up', async () => {
    const server = await start();
    const ada = await signUp(server);
    const token = tokenOf(server.setupUrl);
    expectRefusal(await setUp(server, { token }), 400, 'malformed_request', '/handle');
    expectRefusal(
      await setUp(server, { token, ...profile(), password: 'short' }),
      400,
      'malformed_request',
      '/password',
    );
    expectRefusal(
      await setUp(server, { token: 'wrong', handle: ada.handle }),
      400,
      'malformed_request',
      '/displayName',
    );
    expectRefusal(await ada.post('/v1/setup', { token, ...profile() }), 400, 'malformed_request', '/handle');
    const taken = { ...profile(), handle: ada.handle };
    expectRefusal(await setUp(server, { ...taken, token: 'wrong' }), 403, 'setup_closed');
    expectRefusal(await setUp(server, { ...taken, token }), 409, 'handle_taken', '/handle');
    expect((await setUp(server, { ...profile(), token })).status).toBe(201);
  });

  it('refuses guessed tokens and lets the first visitor become nothing', async () => {
    const server = await start();
    const visitor = await signUp(server);
    const token = tokenOf(server.setupUrl);
    for (const guess of ['x', token.slice(1), `${token}x`, token.toUpperCase()]) {
      expectRefusal(await visitor.post('/v1/setup', { token: guess }), 403, 'setup_closed');
    }
    expect((await visitor.get('/v1/session')).body.item.role).toBe('member');
  });

  it('refuses a token of a program, another site, and a session that has ended', async () => {
    const server = await start();
    const ada = await signUp(server);
    const token = tokenOf(server.setupUrl);
    const bearer = (await newToken(ada)).token;
    expectRefusal(await callWith(server, bearer, 'POST', '/v1/setup', { body: { token } }), 403, 'session_required');
    const unknown = `pat_${'x'.repeat(43)}`;
    const body = { ...profile(), token };
    expectRefusal(await callWith(server, unknown, 'POST', '/v1/setup', { body }), 403, 'session_required');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expectRefusal(await ada.post('/v1/setup', { token }, foreign), 403, 'cross_site_request');
    await ada.del('/v1/session');
    expectRefusal(await ada.post('/v1/setup', { token }), 400, 'malformed_request', '/handle');
  });

  it('makes one of two at once an administrator; the other gets no account', async () => {
    const server = await start();
    const token = tokenOf(server.setupUrl);
    const bodies = Array.from({ length: 4 }, () => ({ ...profile(), token }));
    const answers = await Promise.all(bodies.map((body) => setUp(server, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const { rows } = await sql`select handle from users`.execute(server.app.storage.db);
    expect(rows).toEqual([{ handle: answers.find(({ status }) => status === 201)?.body.item.handle }]);
  });

  it('of the newest start alone works, of several servers on one database too', async () => {
    const storage = await openTestStorage();
    const env = { PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const first = await startServerOn({ ...storage, close: async () => undefined }, env);
    const second = await startServerOn(storage, env);
    started.push(first, second);
    const ada = await signUp(first);
    expectRefusal(await ada.post('/v1/setup', { token: tokenOf(first.setupUrl) }), 403, 'setup_closed');
    expect((await ada.post('/v1/setup', { token: tokenOf(second.setupUrl) })).status).toBe(200);
  });

  it('keeps only the hash of the token', async () => {
    const server = await start();
    const { rows } = await sql`select row_to_json(s)::text as row from setup_link s`.execute(server.app.storage.db);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(server.setupUrl));
  });

  it('never makes the person of the demo an administrator, and stays usable', async () => {
    const server = await start({ PARLEY_DEMO: '1' });
    const opened = await call(server.demoUrl ?? '', { redirect: 'manual' });
    const cookie = cookieOf(opened);
    const token = tokenOf(server.setupUrl);
    expectRefusal(await setUp(server, { token }, { cookie }), 403, 'not_allowed');
    expect((await whoIs(server, cookie)).role).toBe('member');
    expect((await setUp(server, { ...profile(), token })).status).toBe(201);
  });
});

describe('§14 the set-up link over starts', () => {
  const server = useRestartableServer();

  it('works for seven days, is made again at each start, and not once there is an administrator', async () => {
    const ada = await signUp(server);
    const old = tokenOf(server.setupUrl);
    await server.downFor(1000);
    expectRefusal(await ada.post('/v1/setup', { token: old }), 403, 'setup_closed');
    const late = tokenOf(server.setupUrl);
    await server.clock.leap(7 * 86_400_000);
    expectRefusal(await ada.post('/v1/setup', { token: late }), 403, 'setup_closed');
    await server.downFor(1000);
    await firstAdmin(server);
    await server.downFor(1000);
    expect(server.setupUrl).toBe(null);
  });
});
