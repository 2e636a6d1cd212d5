import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { demoDoor } from './demo-door.ts';

const conversation = 'cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV';
let server: TestServer;
let demo: Person;
beforeAll(async () => {
  server = await startTestServer();
  demo = await signUp(server);
});
afterAll(() => server.stop());

/** Opens a door, with the headers and settings that a case is about. */
async function door({ isOwnMachine = true, isReady = true } = {}) {
  const http = fastify();
  await http.register(cookie);
  const { openFor } = demoDoor({ ...server.app, config: { ...server.app.config, isOwnMachine } }, http);
  const way = { user_id: demo.userId, conversation_id: conversation } as Parameters<typeof openFor>[0];
  if (isReady) openFor(way);
  return async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const ask = (method: 'GET' | 'POST') =>
      http.inject({ method, url: '/demo', headers: { host: 'localhost:4600', ...headers }, remoteAddress });
    const [told, entered] = [await ask('GET'), await ask('POST')];
    return { open: told.json<{ open: boolean }>().open, entered };
  };
}

describe('the door of the demo', () => {
  it('is open to a browser of this machine, and signs it in for a day', async () => {
    const { open, entered } = await (await door())();
    expect([open, entered.statusCode]).toEqual([true, 204]);
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringContaining('Max-Age=86400'),
      `parley_start=${conversation}; Max-Age=60; Path=/; SameSite=Lax`,
    ]);
  });

  it.each<[string, Record<string, string>, string?]>([
    ['that a proxy forwarded', { 'x-forwarded-for': '203.0.113.7' }],
    ['from another machine', {}, '192.0.2.7'],
    ['for another name', { host: 'parley.example' }],
  ])('is closed to a request %s', async (_title, headers, from) => {
    const { open, entered } = await (await door())(headers, from);
    expect([open, entered.statusCode, entered.headers['set-cookie']]).toEqual([false, 404, undefined]);
  });

  it('is closed on a server that others reach, and before the demo is there', async () => {
    for (const parts of [{ isOwnMachine: false }, { isReady: false }]) {
      const { open, entered } = await (await door(parts))();
      expect([open, entered.statusCode, entered.headers['set-cookie']]).toEqual([false, 404, undefined]);
    }
  });

  it('signs nobody in whom another page sends', async () => {
    const { entered } = await (await door())({ 'sec-fetch-site': 'cross-site' });
    expect([entered.statusCode, entered.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('replaces no other person, and lets the demo’s own in again', async () => {
    const ask = await door();
    const ada = await signUp(server);
    const { open, entered } = await ask({ cookie: ada.cookie });
    expect([open, entered.statusCode, entered.headers['set-cookie']]).toEqual([false, 404, undefined]);
    expect((await ask({ cookie: demo.cookie })).entered.statusCode).toBe(204);
  });
});
