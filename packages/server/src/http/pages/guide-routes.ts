import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ownFiles } from '../../own-files.ts';

const root = fileURLToPath(ownFiles.guide);

/**
 * Serves the built guide at /docs/guide and its list for language models at /llms.txt; without a built guide, all paths
 * are not found. Files with a content hash in their name are cached permanently, pages never. An unknown path gets the
 * guide's 404 page.
 */
export async function guideRoutes(server: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(`${root}index.html`);
  if (isBuilt) await server.register(fastifyStatic, files);
  const send = (reply: FastifyReply, path: string | undefined) => {
    if (!isBuilt) return reply.callNotFound();
    return path === undefined ? reply.code(404).sendFile('404.html') : reply.sendFile(path);
  };
  server.get('/docs/guide', async (_request, reply) => send(reply, 'index.html'));
  server.get('/llms.txt', async (_request, reply) => send(reply, 'llms.txt'));
  server.get<{ Params: { '*': string } }>('/docs/guide/*', async ({ params }, reply) =>
    send(reply, pathOf(params['*'])),
  );
}

const files = {
  root,
  serve: false,
  preCompressed: true,
  // Each answer sets its own.
  cacheControl: false,
  setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
    reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8');
  },
};

/** Returns the file for a path of the guide. The compressed copies have no path of their own. */
function pathOf(address: string): string | undefined {
  const name = address.replace(/\/$/, '');
  if (name === '') return 'index.html';
  const isPlain = name.split('/').every((part) => /^[\w-]+(\.[\w-]+)*$/.test(part)) && !/\.(br|gz)$/.test(name);
  const paths = isPlain ? [name, `${name}/index.html`] : [];
  return paths.find((path) => /\.\w+$/.test(path) && existsSync(`${root}${path}`));
}
