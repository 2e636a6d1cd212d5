import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAgent } from './agent.ts';
import { callWith, newToken } from './bearer.ts';
import { openSignals } from './browser.ts';
import { openDesk } from './desk.ts';
import { eventually } from './eventually.ts';
import { call } from './http.ts';
import { signUp, type Person } from './person.ts';
import { ask } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const day = 86_400_000;
const server = useServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const who = (token: string, headers: Record<string, string> = {}) =>
  callWith(server, token, 'GET', '/v1/session', { headers });

describe('§11 making a token', () => {
  it('shows it once, with what it is called and when it ends', async () => {
    const lasting = await ada.post('/v1/tokens', { name: 'Backup' });
    expect(lasting.status).toBe(201);
    expect(lasting.body).toEqual({
      item: {
        tokenId: expect.stringMatching(idOf('tok')),
        name: 'Backup',
        admin: false,
        createdAt: expect.stringMatching(time),
        lastUsedAt: null,
        expiresAt: null,
      },
      token: expect.stringMatching(/^pat_[\w-]{43}$/),
    });
    const { item } = await newToken(ada, { expiresInDays: 7 });
    expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(7 * day);
    const list = await ada.get('/v1/tokens');
    expect(list.body).toEqual({ items: [item, lasting.body.item], nextCursor: null });
    expect(list.text).not.toContain('pat_');
  });

  it.each([
    ['/name', { name: '' }],
    ['/name', { name: 'x'.repeat(81) }],
    ['/name', { name: 'a\u202eb' }],
    ['/name', { name: undefined }],
    ['/name', { name: `a${'\u0316'.repeat(5)}` }],
    ['/name', { name: 'Parley' }],
    ['/expiresInDays', { expiresInDays: 0 }],
    ['/expiresInDays', { expiresInDays: 366 }],
    ['/expiresInDays', { expiresInDays: 1.5 }],
    ['/expiresInDays', { expiresInDays: '7' }],
    ['/scopes', { scopes: [] }],
  ])('refuses at %s: %j', async (path, part) => {
    expectRefusal(await ada.post('/v1/tokens', { name: 'Script', ...part }), 400, 'malformed_request', path);
  });

  it.each([
    ['with 4 combining marks in a row', `a${'\u0316'.repeat(4)}`],
    ['that has the platform’s name as one of its words', 'Parley backup'],
  ])('§27 takes a name %s', async (_what, name) => {
    expect((await newToken(ada, { name })).item.name).toBe(name);
  });

  it('takes no Idempotency-Key, so that no answer with a secret is kept', async () => {
    const key = { 'idempotency-key': 'one token' };
    const [first, again] = [
      await ada.post('/v1/tokens', { name: 'K' }, key),
      await ada.post('/v1/tokens', { name: 'K' }, key),
    ];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, null]);
    expect(again.body.token).not.toBe(first.body.token);
  });

  it('stops at fifty, also of many at once, and those that ended count no more', async () => {
    const cy = await signUp(server);
    const { item } = await newToken(cy, { expiresInDays: 1 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => cy.post('/v1/tokens', { name: 'Many' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'too_many_tokens');
    await cy.del(`/v1/tokens/${item.tokenId}`);
    await newToken(cy, { expiresInDays: 1 });
    expectRefusal(await cy.post('/v1/tokens', { name: 'More' }), 409, 'too_many_tokens');
    await server.clock.leap(day + 1);
    await newToken(cy);
    expect((await cy.get('/v1/tokens')).body.items).toHaveLength(50);
  });
});

describe('§11 a token', () => {
  it('stands for the session, without a cookie', async () => {
    const { token } = await newToken(ada);
    expect((await who(token)).body.item.userId).toBe(ada.userId);
    const ben = await signUp(server);
    const opened = await callWith(server, token, 'POST', '/v1/conversations', { body: { userIds: [ben.userId] } });
    expect(opened.status).toBe(201);
    expect(
      (
        await call(`${server.baseUrl}/v1/conversations`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(200);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'BeArEr', 'Bearer  '])(
    'is taken with the scheme written “%s”',
    async (scheme) => {
      const { token } = await newToken(ada);
      expect((await who(token, { authorization: `${scheme} ${token}` })).status).toBe(200);
    },
  );

  it('is refused in any other form like no session at all', async () => {
    const { token } = await newToken(ada);
    const secret = token.slice(4);
    const cookie = ada.cookie.split('=')[1];
    for (const authorization of [
      ...['Bearer', 'Bearer ', `Bearer ${secret}`, `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`],
      ...[`Bearer ${token.toUpperCase()}`, `Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`],
      ...[`Bearer "${token}"`, `Bearer: ${token}`, `Token ${token}`, token, `Basic ${btoa(`:${token}`)}`],
      ...[`Bearer ${cookie}`, `Bearer pat_${cookie}`, `HMAC ${nobody('agt')}/${nobody('cred')}`],
    ])
      expectRefusal(await who(token, { authorization }), 401, 'unauthenticated');
    expectRefusal(await call(`${server.baseUrl}/v1/session?access_token=${token}`), 401, 'unauthenticated');
    const asCookie = { cookie: `parley_session=${token}` };
    expectRefusal(await call(`${server.baseUrl}/v1/session`, { headers: asCookie }), 401, 'unauthenticated');
  });

  it('counts as the first of two Authorization headers', async () => {
    const { token } = await newToken(ada);
    const lines = ['Host: localhost', `Authorization: Bearer pat_${'x'.repeat(43)}`, `Authorization: Bearer ${token}`];
    expectRefusal(await ask(server.baseUrl, 'GET /v1/session HTTP/1.1', lines), 401, 'unauthenticated');
  });

  it('is refused beside a cookie, whichever of them is good', async () => {
    const { token } = await newToken(ada);
    const stale = 'parley_session=of-nobody';
    for (const headers of [
      { cookie: ada.cookie },
      { cookie: stale },
      { cookie: 'parley_session=' },
      { cookie: '__Host-parley_session=of-nobody' },
      { cookie: ada.cookie, authorization: 'Bearer pat_of_nobody' },
      { cookie: `a=b; ${ada.cookie}`, authorization: `bearer ${token}` },
    ])
      expectRefusal(await who(token, headers), 400, 'malformed_request');
    expect((await who(token, { cookie: 'theme=dark' })).status).toBe(200);
  });

  it('is subject to no rule about other sites', async () => {
    const { token } = await newToken(ada);
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    ]) {
      const body = { displayName: 'Ada Example' };
      expect((await callWith(server, token, 'PATCH', '/v1/session', { body, headers })).status).toBe(200);
    }
  });

  it('means nothing at the agents’ door', async () => {
    const { token } = await newToken(ada);
    expectRefusal(await callWith(server, token, 'GET', '/hooks/v1/agents/search?q=x'), 401, 'unauthorized');
  });

  it.each([
    ['GET', '/v1/sessions'],
    ['HEAD', '/v1/sessions'],
    ['DELETE', '/v1/sessions'],
    ['DELETE', `/v1/sessions/${nobody('ses')}`],
    ['PUT', '/v1/session/password'],
    ['DELETE', '/v1/session'],
    ['POST', '/v1/tokens'],
    ['GET', '/v1/tokens'],
    ['DELETE', `/v1/tokens/${nobody('tok')}`],
    ['POST', `/v1/approvals/${nobody('apr')}/resolve`],
  ])('is refused at %s %s, whatever the body', async (method, path) => {
    const { token } = await newToken(ada);
    const answer = await callWith(server, token, method, path, method === 'POST' ? { body: { strange: 1 } } : {});
    if (method === 'HEAD') expect(answer.status).toBe(403);
    else expectRefusal(answer, 403, 'session_required');
    expectRefusal(
      await callWith(server, 'pat_of_nobody', method === 'HEAD' ? 'GET' : method, path),
      401,
      'unauthenticated',
    );
  });

  it('decides no approval, though it may read it', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const { approvalId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    const { token } = await newToken(desk.person);
    const path = `/v1/approvals/${approvalId}`;
    expect((await callWith(server, token, 'GET', path)).body.item.state).toBe('pending');
    const answer = await callWith(server, token, 'POST', `${path}/resolve`, { body: { decision: 'approved' } });
    expectRefusal(answer, 403, 'session_required');
    expect((await desk.person.get(path)).body.item.state).toBe('pending');
  });

  it('shares Idempotency-Keys with its person', async () => {
    const { token } = await newToken(ada);
    const conversation = await openConversation(ada, await registerAgent(server, ada));
    const headers = { 'idempotency-key': 'one and the same' };
    const first = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'Hi' }, headers);
    const path = `/v1/conversations/${conversation}/messages`;
    const again = await callWith(server, token, 'POST', path, { body: { text: 'Hi' }, headers });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('notes its last use to a minute', async () => {
    const { token, item } = await newToken(ada);
    const lastUsed = async () =>
      (await ada.get('/v1/tokens')).body.items.find(({ tokenId }: typeof item) => tokenId === item.tokenId).lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await who(token);
    await eventually(server, 'the use to be noted', lastUsed);
    const first = await lastUsed();
    await server.clock.advance(61_000);
    await who(token);
    await eventually(server, 'the use to be noted', async () => (await lastUsed()) !== first);
    expect(Date.parse(await lastUsed())).toBeGreaterThan(Date.parse(first) + 60_000);
  });
});

describe('§11 a token that ends', () => {
  it('counts as no session from then on, and its streams close without waiting for a heartbeat', async () => {
    const { token, item } = await newToken(ada);
    const other = await newToken(ada);
    const open = (by: string) => openSignals(server, { ...ada, cookie: '' }, { authorization: `Bearer ${by}` });
    const [ended, kept] = [await open(token), await open(other.token)];
    const answer = await ada.del(`/v1/tokens/${item.tokenId}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expectRefusal(await who(token), 401, 'unauthenticated');
    await vi.waitFor(() => expect(ended.ended).toBe(true), 5000);
    expect([kept.ended, (await who(other.token)).status]).toEqual([false, 200]);
    kept.close();
  });

  it('does so by itself on its day, with its streams', async () => {
    const cy = await signUp(server);
    const { token, item } = await newToken(cy, { expiresInDays: 1 });
    await server.clock.leap(day - 5000);
    const stream = await openSignals(server, { ...cy, cookie: '' }, { authorization: `Bearer ${token}` });
    expect((await who(token)).status).toBe(200);
    await server.clock.advance(6000);
    expectRefusal(await who(token), 401, 'unauthenticated');
    expectRefusal(await cy.del(`/v1/tokens/${item.tokenId}`), 404, 'token_not_found');
    await server.clock.advance(9000);
    await vi.waitFor(() => expect(stream.ended).toBe(true), 5000);
  });

  it('is one’s own: unknown, ended and other people’s are one answer', async () => {
    const ben = await signUp(server);
    const foreign = (await newToken(ben)).item.tokenId;
    const { tokenId } = (await newToken(ada)).item;
    await ada.del(`/v1/tokens/${tokenId}`);
    for (const id of [nobody('tok'), foreign, tokenId, 'x', nobody('ses')])
      expectRefusal(await ada.del(`/v1/tokens/${id}`), 404, 'token_not_found');
    expect((await ben.get('/v1/tokens')).body.items).toHaveLength(1);
  });

  it('outlives the session that made it', async () => {
    const cy = await signUp(server);
    const { token } = await newToken(cy);
    await cy.del('/v1/session');
    expect((await who(token)).status).toBe(200);
  });
});

describe('§11 the rate limit of a token', () => {
  const limited = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('is its person’s', async () => {
    const cy = await signUp(limited);
    const [one, other] = [await newToken(cy), await newToken(cy)];
    await Promise.all(Array.from({ length: 150 }, () => callWith(limited, one.token, 'GET', '/v1/session')));
    for (const { token } of [one, other])
      expectRefusal(await callWith(limited, token, 'GET', '/v1/session'), 429, 'rate_limited');
    expectRefusal(await cy.get('/v1/session'), 429, 'rate_limited');
  });
});

it('§11 what is said with a token is said by its person', async () => {
  const [cy, ben] = [await signUp(server, { displayName: 'Cy' }), await signUp(server)];
  const { token } = await newToken(cy);
  const conversation = await openConversation(cy, null, [ben]);
  await say(ben, conversation, 'Hello?');
  await callWith(server, token, 'POST', `/v1/conversations/${conversation}/messages`, { body: { text: 'By script.' } });
  const { items } = (await ben.get(`/v1/conversations/${conversation}/messages`)).body;
  expect(items.at(-1).author).toMatchObject({ type: 'user', id: cy.userId, name: 'Cy' });
});
