import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFiles } from '../../own-files.ts';
import { guideRoutes } from './guide-routes.ts';

const root = fileURLToPath(ownFiles.guide);

let server: FastifyInstance;
beforeEach(async () => {
  server = fastify({ exposeHeadRoutes: true });
  await server.register(async (scope) => guideRoutes(scope));
});
afterEach(() => server.close());

describe.skipIf(!existsSync(`${root}index.html`))('§6 the guide', () => {
  it.each(['/docs/guide', '/docs/guide/', '/docs/guide/blocks/card', '/docs/guide/blocks/card/'])(
    'is served at %s, to be asked for again each time and sent only where it changed',
    async (url) => {
      const page = await server.inject(url);
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      const headers = { 'if-none-match': String(page.headers['etag']) };
      expect((await server.inject({ url, headers })).statusCode).toBe(304);
      const head = await server.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    },
  );

  it('sends what was compressed before to those who take it', async () => {
    const [plain, packed] = await Promise.all(
      ['identity', 'br'].map((encoding) =>
        server.inject({ url: '/docs/guide/start', headers: { 'accept-encoding': encoding } }),
      ),
    );
    expect(packed?.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed?.rawPayload ?? '').equals(plain?.rawPayload ?? Buffer.of())).toBe(true);
  });

  it('keeps files for good that are named after what is in them', async () => {
    const style = readdirSync(`${root}assets`).find((name) => name.endsWith('.css'));
    const { statusCode, headers } = await server.inject(`/docs/guide/assets/${style}`);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it('has each page as Markdown, and a list of them at the root', async () => {
    const markdown = await server.inject('/docs/guide/blocks/card.md');
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.body).toMatch(/^# Card/);
    const list = await server.inject('/llms.txt');
    expect(list.body).toContain('/docs/guide/blocks/card.md');
    expect((await server.inject('/docs/guide/llms.txt')).body).toBe(list.body);
  });

  it.each([
    '/docs/guide/nowhere',
    '/docs/guide/assets',
    '/docs/guide/.built',
    '/docs/guide/index.html.br',
    '/docs/guide/..%2fembedded.js',
    '/docs/guide/blocks//card',
    '/docs/guide/%00',
  ])('answers %s with its own page for what is not there', async (url) => {
    const { statusCode, body, headers } = await server.inject(url);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect([statusCode, body.includes('There is no such page')]).toEqual([404, true]);
  });
});
