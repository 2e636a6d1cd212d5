import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { appPolicy, securityHeaders } from './security-headers.ts';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

async function serve(baseUrl: string | null): Promise<FastifyInstance> {
  server = fastify();
  securityHeaders(server, { baseUrl });
  server.get('/', async () => 'page');
  server.get('/asset', async (_, reply) => reply.header('content-security-policy', 'sandbox').send('bytes'));
  server.get('/fails', async () => {
    throw new Error('failed');
  });
  await server.register(async (scope) => {
    scope.get('/inner', async () => 'inner');
  });
  return server;
}

const careful = {
  'content-security-policy': appPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

describe('security headers', () => {
  it.each(['/', '/inner', '/fails', '/nowhere'])('stand on the answer to %s', async (url) => {
    const { headers } = await (await serve(null)).inject(url);
    expect(headers).toMatchObject(careful);
  });

  it('allow no script and no style that the server did not serve as a file', () => {
    expect(appPolicy).not.toMatch(/unsafe|\*|https?:/);
    expect(appPolicy).toContain("script-src 'self';");
    for (const barred of ['object-src', 'base-uri', 'frame-ancestors']) {
      expect(appPolicy.split('; ')).toContain(`${barred} 'none'`);
    }
  });

  it('demand https from then on only where the server is reached by https', async () => {
    expect((await (await serve('https://parley.example')).inject('/')).headers['strict-transport-security']).toMatch(
      /^max-age=\d+/,
    );
    await server?.close();
    expect((await (await serve('http://localhost:4600')).inject('/')).headers).not.toHaveProperty(
      'strict-transport-security',
    );
    await server?.close();
    expect((await (await serve(null)).inject('/')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('give way to a route’s own policy', async () => {
    const app = await serve(null);
    expect((await app.inject('/asset')).headers).toMatchObject({ ...careful, 'content-security-policy': 'sandbox' });
  });
});
