import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { signUp } from '../testing/contract/person.ts';
import { demoLink } from './demo-link.ts';

const conversation = 'cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type DemoLink = ReturnType<typeof demoLink>;

function openFor(link: DemoLink, userId: string): void {
  link.openFor({ user_id: userId, conversation_id: conversation } as Parameters<DemoLink['openFor']>[0]);
}

/** A server of its own with an open link for this person. */
async function openLink(userId: string) {
  const http = fastify();
  const link = demoLink(server.app, http);
  await http.register(cookie);
  openFor(link, userId);
  return { http, link };
}

describe('the link of the demo', () => {
  it('is good for an hour, as often as one likes, for a session of a day', async () => {
    const { userId } = await signUp(server);
    const { http, link } = await openLink(userId);
    await server.clock.leap(59 * 60_000);
    for (let click = 0; click < 2; click += 1) {
      const { statusCode, headers } = await http.inject(link.path);
      expect([statusCode, headers['set-cookie']]).toEqual([
        303,
        [expect.stringContaining('Max-Age=86400'), `parley_start=${conversation}; Max-Age=60; Path=/; SameSite=Lax`],
      ]);
    }
    const token = /parley_session=([^;]+)/.exec(String((await http.inject(link.path)).headers['set-cookie']))?.[1];
    const status = async () =>
      (await fetch(`${server.baseUrl}/v1/session`, { headers: { cookie: `parley_session=${token}` } })).status;
    expect(await status()).toBe(200);
    expect((await http.inject({ method: 'HEAD', url: link.path })).headers['set-cookie']).toBeUndefined();
    await server.clock.leap(60_000);
    const late = await http.inject(link.path);
    expect([late.statusCode, late.headers['set-cookie']]).toEqual([404, undefined]);
    expect(late.json()).toMatchObject({ error: { code: 'not_found', message: expect.stringContaining('an hour') } });
    await server.clock.leap(24 * 60 * 60_000);
    expect(await status()).toBe(401);
    await http.close();
  });

  it('§9 differs at each start, and that of an earlier one opens nothing', async () => {
    const { userId } = await signUp(server);
    const starts = [fastify(), fastify()].map((http) => ({ http, link: demoLink(server.app, http) }));
    const paths = starts.map(({ link }) => link.path);
    expect(new Set(paths).size).toBe(2);
    for (const { http, link } of starts) {
      await http.register(cookie);
      expect((await http.inject(link.path)).statusCode).toBe(404);
      openFor(link, userId);
      const opened = await http.inject(link.path);
      expect(opened.statusCode).toBe(303);
      expect(opened.headers).toMatchObject({
        location: '/',
        'set-cookie': [expect.stringContaining('parley_session='), expect.any(String)],
      });
      for (const other of paths.filter((path) => path !== link.path))
        expect((await http.inject(other)).statusCode).toBe(404);
      expect((await http.inject(`${link.path}x`)).statusCode).toBe(404);
      await http.close();
    }
  });

  it('leads to the editor for blocks with a room beside it where it names one, and to nowhere else', async () => {
    const { userId } = await signUp(server);
    const { http, link } = await openLink(userId);
    const placeOf = async (search: string) => (await http.inject(`${link.path}${search}`)).headers['location'];
    expect(await placeOf(`?playground=${conversation}`)).toBe(`/agents/playground?room=${conversation}`);
    const strange = ['https://example.org', '//example.org', `${conversation}%0d%0aset-cookie:a=b`, '', 'cnv_1'];
    for (const search of [...strange.map((each) => `?playground=${each}`), `?playground=${conversation}&playground=a`])
      expect(await placeOf(search), search).toBe('/');
    await http.close();
  });

  it('§27 asks first where somebody is signed in, and replaces their session by a press alone', async () => {
    const [demo, ada] = [await signUp(server), await signUp(server, { displayName: 'Ada <b>' })];
    const { http, link } = await openLink(demo.userId);
    const open = (method: 'GET' | 'POST', headers: Record<string, string>) =>
      http.inject({ method, url: link.path, headers });
    const asked = await open('GET', { cookie: ada.cookie });
    expect([asked.statusCode, asked.headers['set-cookie']]).toEqual([200, undefined]);
    expect(asked.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    expect(asked.body).toContain('signed in as Ada &#60;b&#62;');
    expect((await ada.get('/v1/session')).status).toBe(200);

    const form = { cookie: ada.cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const forged = await open('POST', { ...form, 'sec-fetch-site': 'cross-site' });
    expect([forged.statusCode, forged.headers['set-cookie']]).toEqual([403, undefined]);
    const pressed = await open('POST', { ...form, 'sec-fetch-site': 'same-origin' });
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
    expect(String(pressed.headers['set-cookie'])).toContain('parley_session=');

    // No question for the demo's own person, or if the session has ended.
    expect((await open('GET', { cookie: demo.cookie })).statusCode).toBe(303);
    expect((await open('GET', { cookie: 'parley_session=ended' })).statusCode).toBe(303);
    await http.close();
  });
});
