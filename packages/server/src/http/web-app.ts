import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownFiles } from '../own-files.ts';

const root = fileURLToPath(ownFiles.webApp);

/**
 * The built web app: hashed files are cached for good, the page itself and what else has a fixed name never. What the build has
 * compressed is sent so to whoever takes it.
 */
export async function webApp(server: FastifyInstance): Promise<void> {
  if (!existsSync(`${root}index.html`)) return;
  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    // What the app was made from is for whoever builds it; the compressed copies have no address of their own.
    globIgnore: ['**/*.{map,br,gz}'],
    // Each answer says how long it may be kept.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const path of appPaths) server.get(path, async (_request, reply) => reply.sendFile('index.html'));
}

/** The app's own addresses, which all serve its one page. */
export const appPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/c',
  '/c/*',
  '/agents',
  '/agents/*',
  '/settings',
  '/settings/*',
  '/inbox',
  '/inbox/*',
  '/permissions',
  '/tasks',
  '/find',
  '/find/*',
  '/you',
  '/you/*',
];

/** Below these are calls and files, where nobody looks for a page. */
const notPages = /^\/(v1|hooks|schemas|assets|icons|\.well-known)(\/|$)/;

/**
 * Answers somebody who went to an address that is not there with the app, which says so and shows the ways on; false where it is
 * no page that was asked for, or there is no app.
 */
export function pageNotFound(request: FastifyRequest, reply: FastifyReply): boolean {
  const { method, headers, url } = request;
  const isPage = (method === 'GET' || method === 'HEAD') && !notPages.test(url) && wantsPage(headers.accept);
  // Where no app was built there is no page to send.
  if (!isPage || !request.server.hasReplyDecorator('sendFile')) return false;
  void reply.code(404).sendFile('index.html');
  return true;
}

/** A browser that goes to an address names HTML first; a program takes anything, or JSON. */
function wantsPage(accept: string | undefined): boolean {
  return accept !== undefined && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(accept);
}
