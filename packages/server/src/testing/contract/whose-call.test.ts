import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '@parley/protocol';
import { startTestServer, type TestServer } from '../app.ts';
import { registerAgent, type Agent } from './agent.ts';
import { callWith, newToken } from './bearer.ts';
import { messagesOf, openConversation, say } from './conversation.ts';
import { formWith, png } from './files.ts';
import { call } from './http.ts';
import { freshHandle, jsonInit, signIn, signUp, type Person } from './person.ts';
import { ask } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { openEventStream } from './sse.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
});
afterAll(() => server.stop());
beforeEach(async () => {
  conversation = await openConversation(ada, agent);
});

/** Headers of Ada's page after the browser's cookie has become Ben's. */
const meantAs = (userId: string) => ({ 'x-parley-user': userId });
const path = () => `/v1/conversations/${conversation}/messages`;

describe('§27 whose call it is', () => {
  it('is the caller’s own where X-Parley-User names them', async () => {
    expect((await ada.get('/v1/session', meantAs(ada.userId))).status).toBe(200);
    expect((await ada.post(path(), { text: 'mine' }, meantAs(ada.userId))).status).toBe(201);
  });

  it.each([
    ['another person', () => ben.userId],
    ['nobody', () => ''],
    ['the caller in lower case', () => ada.userId.toLowerCase()],
    ['the caller twice', () => `${ada.userId}, ${ada.userId}`],
    ['an agent', () => agent.agentId],
  ])('is refused where X-Parley-User names %s, and nothing is stored', async (_what, named) => {
    for (const text of ['first', 'second']) {
      const key = { 'idempotency-key': randomUUID() };
      const refused = await ada.post(path(), { text }, { ...meantAs(named()), ...key });
      expectRefusal(refused, 409, 'other_session');
      // The refused call did not use the key.
      const sent = await ada.post(path(), { text }, { ...meantAs(ada.userId), ...key });
      expect([sent.status, sent.headers.get('idempotency-replayed')]).toEqual([201, null]);
    }
    const texts = (await messagesOf(ada, conversation)).map(({ body }) => body);
    expect(texts.filter(Boolean)).toEqual(['first', 'second']);
  });

  it('is refused where the header comes in two lines', async () => {
    const lines = [`Host: 127.0.0.1`, `Cookie: ${ada.cookie}`, ...[1, 2].map(() => `X-Parley-User: ${ada.userId}`)];
    expectRefusal(await ask(server.baseUrl, 'GET /v1/session HTTP/1.1', lines), 409, 'other_session');
  });

  it('is checked for every call that needs a session', async () => {
    const needSession = Object.values(routes).filter((row) => row.door === 'human' && row.session === 'required');
    for (const { method, path: template } of needSession) {
      const answer = await ada.send(method, template.replaceAll(/\{\w+\}/g, 'x'), { headers: meantAs(ben.userId) });
      expectRefusal(answer, 409, 'other_session');
    }
    expect((await ada.get('/v1/session')).status).toBe(200);
  });

  it('is checked before the cross-site rule, body, media type, key and 404', async () => {
    const wrong = meantAs(ben.userId);
    const gone = '/v1/conversations/cnv_00000000000000000000000000/messages';
    const huge = JSON.stringify({ text: 'x'.repeat(300_000) });
    const json = { 'content-type': 'application/json' };
    const calls = [
      ada.post(path(), { text: 'x' }, { ...wrong, 'sec-fetch-site': 'cross-site' }),
      ada.post(path(), { text: 'x' }, { ...wrong, origin: 'https://evil.example' }),
      ada.post(path(), { wrong: true }, wrong),
      ada.send('POST', path(), { body: '{', headers: { ...json, ...wrong } }),
      ada.send('POST', path(), { body: 'x', headers: { 'content-type': 'text/plain', ...wrong } }),
      ada.send('POST', path(), { body: huge, headers: { ...json, ...wrong } }),
      ada.post(path(), { text: 'x' }, { ...wrong, 'idempotency-key': 'ü'.repeat(300) }),
      ada.post(gone, { text: 'x' }, wrong),
      ada.send('POST', '/v1/assets', { body: formWith(png), headers: wrong }),
    ];
    for (const answer of await Promise.all(calls)) expectRefusal(answer, 409, 'other_session');
  });

  it('is checked after 401, also where the server knows the caller from a call before', async () => {
    const wrong = meantAs(ben.userId);
    expectRefusal(await call(`${server.baseUrl}/v1/session`, { headers: wrong }), 401, 'unauthenticated');
    const again = await signIn(server, ada);
    await say(again, conversation, 'known from now on');
    const newest = sql`select token_hash from sessions where user_id = ${ada.userId} order by session_id desc limit 1`;
    await sql`delete from sessions where token_hash = (${newest})`.execute(server.app.storage.db);
    expectRefusal(await again.post(path(), { text: 'x' }, wrong), 401, 'unauthenticated');
  });

  it('is checked for tokens too, and their streams', async () => {
    const { token } = await newToken(ada);
    const send = (named: string) =>
      callWith(server, token, 'POST', path(), { body: { text: 'by token' }, headers: meantAs(named) });
    expectRefusal(await send(ben.userId), 409, 'other_session');
    expect((await send(ada.userId)).status).toBe(201);
    expectRefusal(await send(ben.userId), 409, 'other_session');
    const events = `${server.baseUrl}/v1/events`;
    const refused = await openEventStream(events, { authorization: `Bearer ${token}`, ...meantAs(ben.userId) });
    expect([refused.status, JSON.parse(refused.raw).error.code]).toEqual([409, 'other_session']);
    const open = await openEventStream(events, { cookie: ada.cookie, ...meantAs(ada.userId) });
    expect(open.status).toBe(200);
    open.close();
  });

  it('is each caller’s own in sends that are stored together', async () => {
    const body = { text: 'together' };
    await Promise.all([say(ada, conversation, 'warm'), ben.get('/v1/session')]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ada.post(path(), body, meantAs(at % 2 ? ben.userId : ada.userId))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 ? 409 : 201)));
    const stored = (await messagesOf(ada, conversation)).filter((message) => message.body === body.text);
    expect(stored).toHaveLength(10);
  });

  it('does not concern calls that need no session', async () => {
    const wrong = meantAs(ben.userId);
    const profile = { handle: freshHandle(), displayName: 'C', password: 'long enough words' };
    const cookie = { cookie: ada.cookie };
    const post = (to: string, body: unknown) => {
      const init = jsonInit('POST', body);
      return call(server.baseUrl + to, { ...init, headers: { ...init.headers, ...wrong, ...cookie } });
    };
    expect((await post('/v1/users', profile)).status).toBe(201);
    expect((await post('/v1/session', { handle: profile.handle, password: profile.password })).status).toBe(200);
    expectRefusal(await ada.get('/v1/nothing-here', wrong), 404, 'not_found');
  });

  it('lets no other sign the caller out', async () => {
    const again = await signIn(server, ada);
    expectRefusal(await again.del('/v1/session', meantAs(ben.userId)), 409, 'other_session');
    expect((await again.get('/v1/session')).status).toBe(200);
  });
});
