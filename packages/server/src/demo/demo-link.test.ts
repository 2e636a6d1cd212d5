import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { signUp } from '../testing/contract/person.ts';
import { demoLink } from './demo-link.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('the link of the demo', () => {
  it('differs at each start, and that of an earlier one opens nothing', async () => {
    const { userId } = await signUp(server);
    const starts = [fastify(), fastify()].map((http) => ({ http, link: demoLink(server.app, http) }));
    const paths = starts.map(({ link }) => link.path);
    expect(new Set(paths).size).toBe(2);
    for (const { http, link } of starts) {
      await http.register(cookie);
      expect((await http.inject(link.path)).statusCode).toBe(404);
      link.openFor(userId as Parameters<typeof link.openFor>[0]);
      const opened = await http.inject(link.path);
      expect(opened.statusCode).toBe(303);
      expect(opened.headers).toMatchObject({ location: '/', 'set-cookie': expect.stringContaining('parley_session=') });
      for (const other of paths.filter((path) => path !== link.path))
        expect((await http.inject(other)).statusCode).toBe(404);
      expect((await http.inject(`${link.path}x`)).statusCode).toBe(404);
      await http.close();
    }
  });
});
