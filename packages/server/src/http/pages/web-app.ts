import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownFiles } from '../../own-files.ts';
import { wantsPage } from './wants-page.ts';

const root = fileURLToPath(ownFiles.webApp);

/**
 * Serves the built web app. Files with a hash in their name are cached permanently, others never. Precompressed files
 * are used if the client accepts them.
 */
export async function webApp(server: FastifyInstance): Promise<void> {
  if (!existsSync(`${root}index.html`)) return;
  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Source maps are for developers, and the compressed copies have no path of their own.
    globIgnore: ['**/*.{map,br,gz}'],
    // Each answer sets its own.
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (reply.getHeader('cache-control') === 'no-store') return;
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const path of appPaths)
    server.get(path, async (_request, reply) => {
      if (linkPaths.has(path)) reply.header('cache-control', 'no-store');
      return reply.sendFile('index.html');
    });
}

/** Pages that a link with a token opens (§14). The token is behind `#`, and no other page learns the address. */
const linkPaths: ReadonlySet<string> = new Set(['/setup', '/invite', '/reset', '/recover', '/verify']);

/** Paths of the app. All of them serve its one page. */
export const appPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/setup',
  '/invite',
  '/reset',
  '/recover',
  '/verify',
  '/forgotten',
  '/c',
  '/c/*',
  '/agents',
  '/agents/*',
  '/settings',
  '/settings/*',
  '/inbox',
  '/inbox/*',
  '/report/*',
  '/permissions',
  '/tasks',
  '/find',
  '/find/*',
  '/you',
  '/you/*',
  '/server',
  '/server/*',
];

/** Paths of calls and files, which are not pages. */
const notPages = /^\/(v1|hooks|schemas|packages|assets|icons|\.well-known)(\/|$)/;

/**
 * Answers a navigation to an unknown path with the app, which shows a "not found" page. Returns false if the request
 * does not want a page or the app was not built.
 */
export function pageNotFound(request: FastifyRequest, reply: FastifyReply): boolean {
  const isPage = wantsPage(request) && !notPages.test(request.url);
  // Without a built app there is no page to send.
  if (!isPage || !request.server.hasReplyDecorator('sendFile')) return false;
  void reply.code(404).sendFile('index.html');
  return true;
}
