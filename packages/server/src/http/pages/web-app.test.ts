import { existsSync, readdirSync, writeFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageNotFound, webApp } from './web-app.ts';

const assets = fileURLToPath(new URL('../../../../web/dist/assets/', import.meta.url));
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let server: FastifyInstance;
beforeEach(async () => {
  server = fastify({ exposeHeadRoutes: true });
  server.setNotFoundHandler((request, reply) => {
    if (!pageNotFound(request, reply)) void reply.code(404).send({ error: { code: 'not_found' } });
  });
  await webApp(server);
});
afterEach(() => server.close());

/** The largest script, which every build compresses. */
const script = () =>
  readdirSync(assets).find((name) => name.startsWith('app-') && name.endsWith('.js')) ?? 'no such file';

describe.skipIf(!existsSync(assets))('the web app', () => {
  it('serves its files, and nothing of what they were made from', async () => {
    const map = 'left-over.js.map';
    writeFileSync(`${assets}${map}`, '{}');
    try {
      for (const [path, status] of [
        [script(), 200],
        [map, 404],
        [`${script()}.map`, 404],
        [`${script()}.br`, 404],
        [`${script()}.gz`, 404],
      ] as const) {
        expect((await server.inject(`/assets/${path}`)).statusCode, path).toBe(status);
      }
    } finally {
      rmSync(`${assets}${map}`);
    }
  });

  it('sends what was compressed before to those who take it, and the same bytes to everyone', async () => {
    const url = `/assets/${script()}`;
    const get = (encoding: string) => server.inject({ url, headers: { 'accept-encoding': encoding } });
    const [plain, brotli, gzip] = [await get('identity'), await get('gzip, deflate, br'), await get('gzip')];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const answer of [plain, brotli, gzip]) {
      expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(String(answer.headers['vary']).toLowerCase()).toContain('accept-encoding');
    }
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
  });

  it('has its page asked for again each time, and sends it only where it changed', async () => {
    const first = await server.inject({ url: '/c/cnv_1', headers: { 'accept-encoding': 'br' } });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    const etag = String(first.headers['etag']);
    const headers = { 'accept-encoding': 'br', 'if-none-match': etag };
    expect((await server.inject({ url: '/', headers })).statusCode).toBe(304);
    expect((await server.inject('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await server.inject('/manifest.webmanifest')).headers['content-type']).toContain('manifest+json');
  });

  it('answers HEAD with the headers alone', async () => {
    for (const url of ['/', `/assets/${script()}`, '/inbox']) {
      const [head, get] = [await server.inject({ method: 'HEAD', url }), await server.inject(url)];
      expect(head.statusCode).toBe(200);
      expect(head.rawPayload).toHaveLength(0);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
  });

  it('shows the app where a person went to an address that is not there, and says 404 to all', async () => {
    const page = await server.inject({ url: '/nowhere/at/all', headers: html });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('id="root"');
    for (const [url, headers] of [
      ['/nowhere', {}],
      ['/nowhere', { accept: 'application/json' }],
      ['/v1/nowhere', html],
      ['/hooks/v1/nowhere', html],
      ['/assets/nowhere.js', html],
    ] as const) {
      const answer = await server.inject({ url, headers });
      expect([answer.statusCode, answer.json()], url).toEqual([404, { error: { code: 'not_found' } }]);
    }
    expect((await server.inject({ method: 'POST', url: '/nowhere', headers: html })).statusCode).toBe(404);
  });
});
