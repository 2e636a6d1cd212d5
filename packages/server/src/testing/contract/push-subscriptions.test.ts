import { beforeAll, describe, expect, it } from 'vitest';
import { call } from './http.ts';
import { signIn, signUp, type Person } from './person.ts';
import { openBrowser, type Browser } from './push-receiver.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let browser: Browser;
beforeAll(async () => {
  [ada, browser] = [await signUp(server), await openBrowser()];
});

let made = 0;
const endpoint = () => `https://push.example/send/${(made += 1)}`;
const body = (change: object = {}) => ({
  endpoint: endpoint(),
  keys: { p256dh: browser.p256dh, auth: browser.auth },
  ...change,
});
const subscribe = (person: Person, change?: object) => person.post('/v1/push/subscriptions', body(change));
const end = (person: Person, id: string) => person.del(`/v1/push/subscriptions/${id}`);

describe('§13 the key of pushes', () => {
  it('is a point of 65 bytes, the same for everyone', async () => {
    const { status, body: answer } = await ada.get('/v1/push/key');
    expect(status).toBe(200);
    expect(answer).toEqual({ item: { key: expect.stringMatching(/^[A-Za-z0-9_-]{87}$/) } });
    const point = Buffer.from(answer.item.key, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    expect((await (await signUp(server)).get('/v1/push/key')).body).toEqual(answer);
  });

  it('needs a session', async () => {
    expectRefusal(await call(`${server.baseUrl}/v1/push/key`, {}), 401, 'unauthenticated');
  });
});

describe('§13 subscribing', () => {
  it('is 201 with an id', async () => {
    const { status, body: answer } = await subscribe(ada, { expirationTime: null });
    expect(status).toBe(201);
    expect(answer).toEqual({
      item: { subscriptionId: expect.stringMatching(idOf('psh')), createdAt: expect.stringMatching(time) },
    });
  });

  it('with the same endpoint again keeps the id, whoever does', async () => {
    const [ben, same] = [await signUp(server), { endpoint: endpoint() }];
    const first = (await subscribe(ada, same)).body.item.subscriptionId;
    expect((await subscribe(ada, same)).body.item.subscriptionId).toBe(first);
    expect((await subscribe(ben, same)).body.item.subscriptionId).toBe(first);
    expectRefusal(await end(ada, first), 404, 'subscription_not_found');
    expect((await end(ben, first)).status).toBe(204);
  });

  it('is for at most 20 a person; the same endpoint again is no one more', async () => {
    const cyd = await signUp(server);
    const last = { endpoint: endpoint() };
    const { subscriptionId } = (await subscribe(cyd, last)).body.item;
    const answers = await Promise.all(Array.from({ length: 24 }, () => subscribe(cyd)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expectRefusal(await subscribe(cyd), 409, 'too_many_subscriptions');
    expect((await subscribe(cyd, last)).status).toBe(201);
    expect((await end(cyd, subscriptionId)).status).toBe(204);
    expect((await subscribe(cyd)).status).toBe(201);
  });

  it('can be done by a token, and ends with it', async () => {
    const { item, token } = (await ada.post('/v1/tokens', { name: 'phone' })).body;
    const answer = await call(`${server.baseUrl}/v1/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body()),
    });
    expect(answer.status).toBe(201);
    expect((await ada.del(`/v1/tokens/${item.tokenId}`)).status).toBe(204);
    expectRefusal(await end(ada, answer.body.item.subscriptionId), 404, 'subscription_not_found');
  });

  it('ends with the session that did it', async () => {
    const other = await signIn(server, ada);
    const [mine, theirs] = [await subscribe(ada), await subscribe(other)].map(
      (answer) => answer.body.item.subscriptionId as string,
    );
    expect((await other.del('/v1/session')).status).toBe(204);
    expectRefusal(await end(ada, theirs ?? ''), 404, 'subscription_not_found');
    expect((await end(ada, mine ?? '')).status).toBe(204);
  });

  it('ends at its expirationTime', async () => {
    const inAnHour = server.clock.now() + 3_600_000;
    const ids = [];
    for (const expirationTime of [inAnHour, new Date(inAnHour).toISOString(), inAnHour + 7_200_000]) {
      ids.push((await subscribe(ada, { expirationTime })).body.item.subscriptionId);
    }
    await server.clock.leap(3_600_001);
    expect((await Promise.all(ids.map((id) => end(ada, id)))).map(({ status }) => status)).toEqual([404, 404, 204]);
  });
});

describe('§13 what cannot be subscribed', () => {
  const zeros = Buffer.alloc(65);
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]);
  const keys = (change: object) => ({ keys: { p256dh: browser.p256dh, auth: browser.auth, ...change } });
  const cases: [string, string, () => object][] = [
    ['a point off the curve', '/keys/p256dh', () => keys({ p256dh: offCurve.toString('base64url') })],
    ['65 bytes that are no point', '/keys/p256dh', () => keys({ p256dh: zeros.toString('base64url') })],
    ['a point that is too short', '/keys/p256dh', () => keys({ p256dh: browser.p256dh.slice(0, 86) })],
    ['a point in plain base64', '/keys/p256dh', () => keys({ p256dh: `${browser.p256dh.slice(0, 85)}+/` })],
    ['a point with padding', '/keys/p256dh', () => keys({ p256dh: `${browser.p256dh}=` })],
    ['a secret of 15 bytes', '/keys/auth', () => keys({ auth: Buffer.alloc(15).toString('base64url') })],
    ['a secret of 17 bytes', '/keys/auth', () => keys({ auth: Buffer.alloc(17).toString('base64url') })],
    ['a secret that is no base64url', '/keys/auth', () => keys({ auth: '!'.repeat(22) })],
    ['no secret', '/keys/auth', () => keys({ auth: undefined })],
    ['no keys', '/keys', () => ({ keys: undefined })],
    ['a key too many', '/keys/other', () => keys({ other: 'a' })],
    ['no endpoint', '/endpoint', () => ({ endpoint: undefined })],
    ['what is no URL', '/endpoint', () => ({ endpoint: 'push' })],
    ['plain http', '/endpoint', () => ({ endpoint: 'http://push.example/1' })],
    ['another port', '/endpoint', () => ({ endpoint: 'https://push.example:5000/1' })],
    ['an address of a network of its own', '/endpoint', () => ({ endpoint: 'https://10.0.0.1/1' })],
    ['this machine over https', '/endpoint', () => ({ endpoint: 'https://127.0.0.1/1' })],
    ['the metadata of a cloud', '/endpoint', () => ({ endpoint: 'https://169.254.169.254/latest' })],
    ['a password in the URL', '/endpoint', () => ({ endpoint: 'https://a:b@push.example/1' })],
    ['an endpoint that is too long', '/endpoint', () => ({ endpoint: `https://push.example/${'a'.repeat(2000)}` })],
    ['a time that is none', '/expirationTime', () => ({ expirationTime: 'later' })],
    ['a field that does not belong', '/name', () => ({ name: 'phone' })],
  ];
  it.each(cases)('is %s: 400 at %s', async (_what, path, change) => {
    expectRefusal(await subscribe(ada, change()), 400, 'malformed_request', path);
  });
});

describe('§13 ending a subscription', () => {
  it('is 204 once, and 404 for what is not one’s own or not there', async () => {
    const { subscriptionId } = (await subscribe(ada)).body.item;
    expectRefusal(await end(await signUp(server), subscriptionId), 404, 'subscription_not_found');
    expect((await end(ada, subscriptionId)).status).toBe(204);
    for (const id of [subscriptionId, nobody('psh'), 'psh_1']) {
      expectRefusal(await end(ada, id), 404, 'subscription_not_found');
    }
  });
});
