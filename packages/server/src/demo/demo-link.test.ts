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

describe('the link of the demo', () => {
  it('is good for an hour, as often as one likes, for a session of a day', async () => {
    const { userId } = await signUp(server);
    const http = fastify();
    const link = demoLink(server.app, http);
    await http.register(cookie);
    link.openFor({ user_id: userId, conversation_id: conversation } as Parameters<typeof link.openFor>[0]);
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
      link.openFor({ user_id: userId, conversation_id: conversation } as Parameters<typeof link.openFor>[0]);
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
});
