import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { call } from './http.ts';
import { cookieOf, freshHandle, jsonInit, personWith, signUp, type Person } from './person.ts';
import { openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';

const profile = () => ({ handle: freshHandle(), displayName: 'A', password: 'long enough words' });

describe('§2 the session cookie', () => {
  const server = useServer();

  it('is parley_session on http: HttpOnly, SameSite=Lax, for the whole site, not Secure', async () => {
    const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile()));
    const line = answer.headers.getSetCookie()[0]!;
    expect(line).toMatch(/^parley_session=[^;]{20,}/);
    expect(line).toMatch(/; ?HttpOnly/i);
    expect(line).toMatch(/; ?SameSite=Lax/i);
    expect(line).toMatch(/; ?Path=\/(;|$)/i);
    expect(line).not.toMatch(/; ?Secure/i);
    expect(line).not.toMatch(/; ?Domain/i);
  });

  it('is kept by the browser for 30 days', async () => {
    const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile()));
    const line = answer.headers.getSetCookie()[0]!;
    expect(line).toMatch(/Max-Age=2592000|Expires=/i);
  });

  it('is taken back on signing out', async () => {
    const ada = await signUp(server);
    const line = (await ada.del('/v1/session')).headers.getSetCookie()[0] ?? '';
    expect(line).toMatch(/^parley_session=;|Max-Age=0|Expires=Thu, 01 Jan 1970/i);
  });

  it('differs at every sign-in', async () => {
    const ada = await signUp(server);
    const body = { handle: ada.handle, password: ada.password };
    const cookies = await Promise.all(
      [1, 2, 3].map(async () => cookieOf(await call(`${server.baseUrl}/v1/session`, jsonInit('POST', body)))),
    );
    expect(new Set([...cookies, ada.cookie]).size).toBe(4);
  });
});

describe('§2 the session cookie on https', () => {
  const server = useServer({ PARLEY_BASE_URL: 'https://parley.example' });

  it('is __Host-parley_session and Secure', async () => {
    const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile()));
    const line = answer.headers.getSetCookie()[0]!;
    expect(line).toMatch(/^__Host-parley_session=/);
    expect(line).toMatch(/; ?Secure/i);
    expect(line).toMatch(/; ?HttpOnly/i);
    expect(line).toMatch(/; ?Path=\/(;|$)/i);
    expect(line).not.toMatch(/; ?Domain/i);
  });

  it('opens the session; the name of http does not', async () => {
    const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile()));
    const cookie = cookieOf(answer);
    expect((await personWith(server, cookie, {}).get('/v1/session')).status).toBe(200);
    expect((await personWith(server, cookie.replace('__Host-', ''), {}).get('/v1/session')).status).toBe(401);
  });

  it('goes with the public origin, not with another', async () => {
    const ada = await signUp(server);
    const from = (origin: string) => ada.patch('/v1/session', { locale: 'fr' }, { origin });
    expect((await from('https://parley.example')).status).toBe(200);
    expect((await from('http://parley.example')).status).toBe(403);
    expect((await from(server.baseUrl)).status).toBe(403);
    expect((await from('https://evil.example')).status).toBe(403);
  });
});

describe('§2 requests from other sites', () => {
  const server = useServer();
  let ada: Person;
  let agent: Agent;
  let conversation: string;

  beforeAll(async () => {
    ada = await signUp(server);
    agent = await registerAgent(server, ada);
    conversation = await openConversation(ada, agent);
  });

  it.each([
    ['Sec-Fetch-Site: same-origin', 200, { 'sec-fetch-site': 'same-origin' }],
    ['Sec-Fetch-Site: none', 200, { 'sec-fetch-site': 'none' }],
    ['neither header', 200, {}],
    ['Sec-Fetch-Site: same-site', 403, { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site: cross-site', 403, { 'sec-fetch-site': 'cross-site' }],
    ['a foreign Origin', 403, { origin: 'https://evil.example' }],
    ['Origin: null', 403, { origin: 'null' }],
    ['same-origin beside a foreign Origin', 403, { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['none beside a foreign Origin', 403, { 'sec-fetch-site': 'none', origin: 'https://evil.example' }],
    ['same-origin beside Origin: null', 403, { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ] as [string, number, Record<string, string>][])('with %s answer %i', async (_what, status, headers) => {
    const answer = await ada.patch('/v1/session', { locale: 'fr' }, headers);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error.code).toBe('cross_site_request');
  });

  it('pass with the own Origin', async () => {
    expect((await ada.patch('/v1/session', { locale: 'fr' }, { origin: server.baseUrl })).status).toBe(200);
  });

  it('pass with the own Origin beside same-origin', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: server.baseUrl };
    expect((await ada.patch('/v1/session', { locale: 'fr' }, headers)).status).toBe(200);
  });

  it.each([
    ['port', () => 'http://127.0.0.1:1'],
    ['scheme', () => server.baseUrl.replace('http:', 'https:')],
    ['host', () => server.baseUrl.replace('127.0.0.1', 'localhost')],
  ])('§10 do not pass with an Origin of another %s', async (_what, origin) => {
    const from = (headers: Record<string, string>) => ada.patch('/v1/session', { locale: 'fr' }, headers);
    expect((await from({ origin: origin() })).status).toBe(403);
    expect((await from({ origin: origin(), 'sec-fetch-site': 'same-origin' })).status).toBe(403);
  });

  it.each([
    ['POST', '/v1/users'],
    ['POST', '/v1/session'],
    ['POST', '/v1/conversations'],
    ['DELETE', '/v1/session'],
  ])('are refused for %s %s', async (method, path) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    const answer = await ada.send(method, path, { headers, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('cross_site_request');
  });

  it('change nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'forged' }, headers);
    expect((await ada.get(`/v1/conversations/${conversation}/messages`)).body.items).toEqual([]);
  });

  it('may read, as reading changes nothing', async () => {
    expect((await ada.get('/v1/session', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  it('do not concern agents, who carry no cookie', async () => {
    const { body } = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'hello' });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await agent.reply(body.deliveries[0].deliveryId, 'hi', {}, { headers })).status).toBe(202);
  });

  it('cannot trade a session for a signature', async () => {
    const init = jsonInit('POST', { version: '1' });
    const answer = await call(`${server.baseUrl}/hooks/v1/reply`, {
      ...init,
      headers: { ...init.headers, cookie: ada.cookie },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('unauthorized');
  });

  it('cannot trade a signature for a session', async () => {
    const headers = { authorization: agent.authorization, 'x-agent-signature': sign(agent.secret, agent.unix()) };
    const answer = await call(`${server.baseUrl}/v1/session`, { headers });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('unauthenticated');
  });
});

describe('§9 closed sign-up', () => {
  const server = useServer({ PARLEY_SIGNUP: 'closed' });

  it('refuses new people', async () => {
    const answer = await call(`${server.baseUrl}/v1/users`, jsonInit('POST', profile()));
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('signup_closed');
  });
});
