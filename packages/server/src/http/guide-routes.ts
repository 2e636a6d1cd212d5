import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ownFiles } from '../own-files.ts';

const root = fileURLToPath(ownFiles.guide);

/**
 * The built guide at /docs/guide, and its list for language models at /llms.txt. Files that are named after what is in them are cached
 * for good, pages never; what the build has compressed is sent so. An address that is not there has the guide's own page for that.
 * Where the guide was not built, none of it is there.
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
  // Each answer says how long it may be kept.
  cacheControl: false,
  setHeaders: (reply: { header(name: string, value: string): unknown }, path: string) => {
    reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8');
  },
};

/** The file of the page, or the file itself, at an address below the guide's. The compressed copies have none of their own. */
function pathOf(address: string): string | undefined {
  const name = address.replace(/\/$/, '');
  if (name === '') return 'index.html';
  const isPlain = name.split('/').every((part) => /^[\w-]+(\.[\w-]+)*$/.test(part)) && !/\.(br|gz)$/.test(name);
  const paths = isPlain ? [name, `${name}/index.html`] : [];
  return paths.find((path) => /\.\w+$/.test(path) && existsSync(`${root}${path}`));
}
