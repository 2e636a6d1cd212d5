import { describe, expect, it, vi } from 'vitest';
import { openSignals } from './browser.ts';
import { eventually, quiet } from './eventually.ts';
import { call, type Json } from './http.ts';
import { cookieOf, jsonInit, signIn, signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();

const sessionsOf = async (person: Person): Promise<Json[]> => (await person.get('/v1/sessions')).body.items;
const ownSession = async (person: Person): Promise<Json> => (await sessionsOf(person)).find(({ current }) => current);
const statusOf = async (person: Person) => (await person.get('/v1/session')).status;

describe('§11 the list of sessions', () => {
  it('names each sign-in with its times and its browser, the newest first, and says which one asks', async () => {
    const ada = await signUp(server);
    await server.clock.advance(1000);
    const phone = await signIn(server, ada, { 'user-agent': 'Telephone/1.0' });
    const { status, body } = await phone.get('/v1/sessions');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [true, false].map((current) => ({
        sessionId: expect.stringMatching(idOf('ses')),
        createdAt: expect.stringMatching(time),
        lastUsedAt: expect.stringMatching(time),
        userAgent: current ? 'Telephone/1.0' : expect.any(String),
        current,
      })),
      nextCursor: null,
    });
    expect((await sessionsOf(ada)).map(({ current }) => current)).toEqual([false, true]);
  });

  it('shows no token and no hash of one', async () => {
    const ada = await signUp(server);
    const { text } = await ada.get('/v1/sessions');
    expect(text).not.toContain(ada.cookie.split('=')[1]);
    expect(text).not.toMatch(/hash/i);
  });

  it.each([
    ['of many characters', 'x'.repeat(3000), 'x'.repeat(200)],
    ['with tabs and soft hyphens', 'Fire\u00adfox\t  1.0', 'Firefox 1.0'],
    ['of markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('keeps the name of a browser %s as one short line', async (_what, sent, kept) => {
    const ada = await signUp(server);
    expect((await ownSession(await signIn(server, ada, { 'user-agent': sent }))).userAgent).toBe(kept);
  });

  it('comes in pages', async () => {
    const ada = await signUp(server);
    for (let count = 0; count < 4; count += 1) await signIn(server, ada);
    const first = (await ada.get('/v1/sessions?limit=3')).body;
    const second = (await ada.get(`/v1/sessions?limit=3&cursor=${first.nextCursor}`)).body;
    const ids = [...first.items, ...second.items].map(({ sessionId }) => sessionId);
    expect([new Set(ids).size, ids.length, second.nextCursor]).toEqual([5, 5, null]);
  });

  it('tells the last use to a minute, and is not written with every request', async () => {
    const ada = await signUp(server);
    const other = await signIn(server, ada);
    const { sessionId } = await ownSession(other);
    const lastUsed = async () =>
      Date.parse((await sessionsOf(ada)).find((session) => session.sessionId === sessionId).lastUsedAt);
    const before = await lastUsed();
    await server.clock.advance(30_000);
    await statusOf(other);
    await quiet(server);
    expect(await lastUsed()).toBe(before);
    await server.clock.advance(31_000);
    const usedAt = server.clock.now();
    await statusOf(other);
    await eventually(server, 'the use to be noted', async () => (await lastUsed()) >= usedAt);
    expect(Math.abs(Date.parse((await ownSession(ada)).lastUsedAt) - server.clock.now())).toBeLessThan(60_000);
  });

  it('leaves out what has run out', async () => {
    const ada = await signUp(server);
    await server.clock.leap(16 * 86_400_000);
    const late = await signIn(server, ada);
    expect(await sessionsOf(late)).toHaveLength(2);
    const { sessionId } = (await sessionsOf(late)).find(({ current }) => !current);
    await server.clock.leap(15 * 86_400_000);
    expect(await sessionsOf(late)).toHaveLength(1);
    expectRefusal(await late.del(`/v1/sessions/${sessionId}`), 404, 'session_not_found');
    expectRefusal(await ada.get('/v1/session'), 401, 'unauthenticated');
  });
});

describe('§11 ending sessions', () => {
  it('ends one of one’s own at once, and no other', async () => {
    const ada = await signUp(server);
    const [phone, desk] = [await signIn(server, ada), await signIn(server, ada)];
    const answer = await ada.del(`/v1/sessions/${(await ownSession(phone)).sessionId}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([await statusOf(phone), await statusOf(desk), await statusOf(ada)]).toEqual([401, 200, 200]);
  });

  it('takes the cookie back where the session is the one that asks', async () => {
    const ada = await signUp(server);
    const answer = await ada.del(`/v1/sessions/${(await ownSession(ada)).sessionId}`);
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toBe('parley_session=');
    expect(await statusOf(ada)).toBe(401);
  });

  it('answers the same for one that is unknown, has ended or is another person’s', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const phone = await signIn(server, ada);
    const ended = (await ownSession(phone)).sessionId;
    await phone.del('/v1/session');
    const foreign = (await ownSession(ben)).sessionId;
    for (const id of [nobody('ses'), ended, foreign, 'x', 'ses_', '%00', 'current']) {
      expectRefusal(await ada.del(`/v1/sessions/${id}`), 404, 'session_not_found');
    }
    expect(await statusOf(ben)).toBe(200);
  });

  it('ends all but the one that asks', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const others = [await signIn(server, ada), await signIn(server, ada)];
    expect((await ada.del('/v1/sessions')).status).toBe(204);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect([await statusOf(ada), await statusOf(ben)]).toEqual([200, 200]);
    expect((await ada.del('/v1/sessions')).status).toBe(204);
  });

  it('closes the streams of what was ended without waiting for a heartbeat, and no others', async () => {
    const ada = await signUp(server);
    const phone = await signIn(server, ada);
    const [ended, kept] = [await openSignals(server, phone), await openSignals(server, ada)];
    await ada.del('/v1/sessions');
    // The server's clock does not move meanwhile.
    await vi.waitFor(() => expect(ended.ended).toBe(true), 5000);
    expect(kept.ended).toBe(false);
    await ada.del('/v1/session');
    await vi.waitFor(() => expect(kept.ended).toBe(true), 5000);
  });

  it('needs a session', async () => {
    for (const [method, path] of [
      ['GET', '/v1/sessions'],
      ['DELETE', '/v1/sessions'],
      ['DELETE', `/v1/sessions/${nobody('ses')}`],
    ] as const)
      expectRefusal(await call(server.baseUrl + path, { method }), 401, 'unauthenticated');
  });

  it('refuses a page of another site', async () => {
    const ada = await signUp(server);
    const answer = await ada.del('/v1/sessions', { origin: 'https://evil.example' });
    expectRefusal(answer, 403, 'cross_site_request');
  });
});

describe('§11 a session cannot be fixed from outside', () => {
  it.each(['parley_session=chosen-by-somebody-else', 'parley_session='])(
    'signing in with %s gives a session of its own',
    async (cookie) => {
      const ada = await signUp(server);
      const { headers, ...init } = jsonInit('POST', { handle: ada.handle, password: ada.password });
      const answer = await call(`${server.baseUrl}/v1/session`, { ...init, headers: { ...headers, cookie } });
      expect(cookieOf(answer)).toMatch(/^parley_session=[\w-]{43}$/);
      expect(cookieOf(answer)).not.toBe(cookie);
      expect((await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).status).toBe(401);
    },
  );

  it('a session’s id opens nothing', async () => {
    const ada = await signUp(server);
    const { sessionId } = await ownSession(ada);
    const cookie = `parley_session=${sessionId}`;
    expect((await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).status).toBe(401);
  });
});
