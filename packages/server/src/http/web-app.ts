import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built web app: hashed files are cached for good, the page itself never. */
export async function webApp(server: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
  if (!existsSync(`${root}index.html`)) return;
  const page = readFileSync(`${root}index.html`);
  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // What the app was made from is for whoever builds it.
    globIgnore: ['**/*.map'],
    setHeaders: (reply, path) => {
      const cached = path.includes('/assets/');
      reply.header('cache-control', cached ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const path of appPaths) {
    server.get(path, async (_request, reply) =>
      reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    );
  }
}

/** The app's own addresses, which all serve its one page. */
export const appPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/c/*',
  '/agents',
  '/agents/*',
  '/settings',
  '/settings/*',
  '/inbox',
  '/inbox/*',
];
