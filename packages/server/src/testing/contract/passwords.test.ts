import { describe, expect, it, vi } from 'vitest';
import { callWith, newToken } from './bearer.ts';
import { openSignals } from './browser.ts';
import { call, type Answer } from './http.ts';
import { jsonInit, signIn, signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const fresh = 'staple of correct batteries';
const change = (person: Person, currentPassword: unknown = person.password, newPassword: unknown = fresh) =>
  person.put('/v1/session/password', { currentPassword, newPassword });
const statusOf = async (person: Person) => (await person.get('/v1/session')).status;

describe('§11 changing the password', () => {
  const server = useServer();
  const tryPassword = (handle: string, password: string) =>
    call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle, password }));

  it('takes the new one from then on, and the old one no more', async () => {
    const ada = await signUp(server);
    const answer = await change(ada);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await tryPassword(ada.handle, fresh)).status).toBe(200);
    expectRefusal(await tryPassword(ada.handle, ada.password), 401, 'sign_in_failed');
  });

  it('ends all other sessions with their streams and all tokens, and keeps the session that asks', async () => {
    const ada = await signUp(server);
    const phone = await signIn(server, ada);
    const { token } = await newToken(ada);
    const streams = [await openSignals(server, phone), await openSignals(server, ada)];
    const byToken = await openSignals(server, { ...ada, cookie: '' }, { authorization: `Bearer ${token}` });
    expect(byToken.status).toBe(200);
    await change(ada);
    expect([await statusOf(phone), await statusOf(ada)]).toEqual([401, 200]);
    expectRefusal(await callWith(server, token, 'GET', '/v1/session'), 401, 'unauthenticated');
    expect((await ada.get('/v1/tokens')).body.items).toEqual([]);
    await vi.waitFor(() => expect([streams[0]?.ended, byToken.ended]).toEqual([true, true]), 5000);
    expect(streams[1]?.ended).toBe(false);
    streams[1]?.close();
  });

  it('refuses a wrong one, and changes nothing', async () => {
    const ada = await signUp(server);
    const phone = await signIn(server, ada);
    for (const wrong of ['not the password', '', 'x'.repeat(1000), `${ada.password} `])
      expectRefusal(await change(ada, wrong), 403, 'password_wrong', '/currentPassword');
    expect([await statusOf(phone), (await tryPassword(ada.handle, ada.password)).status]).toEqual([200, 200]);
  });

  it.each([
    ['/newPassword', { newPassword: 'too short' }],
    ['/newPassword', { newPassword: 'x'.repeat(201) }],
    ['/newPassword', { newPassword: undefined }],
    ['/currentPassword', { currentPassword: 7 }],
    ['/handle', { handle: 'somebody' }],
  ])('refuses at %s: %j', async (path, part) => {
    const ada = await signUp(server);
    const body = { currentPassword: ada.password, newPassword: fresh, ...part };
    expectRefusal(await ada.put('/v1/session/password', body), 400, 'malformed_request', path);
  });

  it.each(['one session', 'two sessions'])('lets one of two changes at once through, from %s', async (from) => {
    const ada = await signUp(server);
    const other = from === 'one session' ? ada : await signIn(server, ada);
    const answers = await Promise.all([change(ada), change(other, ada.password, `${fresh}!`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403]);
    expectRefusal(answers.find(({ status }) => status === 403) as Answer, 403, 'password_wrong');
    const won = answers[0]?.status === 204 ? fresh : `${fresh}!`;
    expect((await tryPassword(ada.handle, won)).status).toBe(200);
  });

  it('lets no session begin and no token be made with what was true before it', async () => {
    const ada = await signUp(server);
    const phone = await signIn(server, ada);
    const [, signedIn, made] = await Promise.all([
      change(ada),
      Promise.all([1, 2, 3].map(() => tryPassword(ada.handle, ada.password))),
      Promise.all([1, 2, 3].map(() => phone.post('/v1/tokens', { name: 'Late' }))),
    ]);
    const cookies = signedIn.flatMap((answer) => answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''));
    for (const cookie of cookies)
      expect((await call(`${server.baseUrl}/v1/session`, { headers: { cookie } })).status).toBe(401);
    for (const { status, body } of made) {
      expect([201, 401]).toContain(status);
      if (status === 201) expect((await callWith(server, body.token, 'GET', '/v1/session')).status).toBe(401);
    }
    expect((await ada.get('/v1/tokens')).body.items).toEqual([]);
  });

  it('is not for another site, nor for nobody', async () => {
    const ada = await signUp(server);
    const body = { currentPassword: ada.password, newPassword: fresh };
    const answer = await ada.put('/v1/session/password', body, { 'sec-fetch-site': 'cross-site' });
    expectRefusal(answer, 403, 'cross_site_request');
    expectRefusal(await call(`${server.baseUrl}/v1/session/password`, jsonInit('PUT', body)), 401, 'unauthenticated');
  });
});

describe('§11 guesses at the password', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('are throttled as at signing in, and together with it', async () => {
    const ada = await signUp(server);
    const guesses = [];
    for (let count = 0; count < 6; count += 1) guesses.push(await change(ada, 'not the password'));
    const init = jsonInit('POST', { handle: ada.handle, password: 'not the password' });
    for (let count = 0; count < 6; count += 1) guesses.push(await call(`${server.baseUrl}/v1/session`, init));
    expect(guesses.map(({ status }) => status)).toEqual([...Array(6).fill(403), ...Array(4).fill(401), 429, 429]);
    const limited = await change(ada);
    expectRefusal(limited, 429, 'rate_limited');
    expect(limited.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await server.clock.advance(Number(limited.headers.get('retry-after')) * 1000);
    expect((await change(ada)).status).toBe(204);
  });
});
