import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../chat/conversations/app.ts';
import { ownFiles } from '../../own-files.ts';
import { openApiDocument } from './openapi.ts';
import { renderPage } from './page/render-page.ts';
import { once } from '../doors/once.ts';

/** Serves the published contract: the document for programs and a page of it for people. No session is needed. */
export async function contractRoutes(server: FastifyInstance, { config }: App): Promise<void> {
  // Built on first request: most servers in tests are never asked, and building takes longer than the rest of their
  // start.
  const document = once(() => openApiDocument(config.baseUrl));
  const files = {
    '/openapi.json': { type: 'application/json; charset=utf-8', text: once(() => JSON.stringify(document())) },
    '/docs': { type: 'text/html; charset=utf-8', text: once(() => renderPage(document())) },
    '/docs/page.css': { type: 'text/css; charset=utf-8', text: once(() => fileOf('contract.css')) },
    '/docs/page.js': { type: 'text/javascript; charset=utf-8', text: once(() => fileOf('contract.js')) },
    '/docs/mark.svg': { type: 'image/svg+xml', text: once(() => fileOf('mark.svg')) },
  };
  for (const [path, { type, text }] of Object.entries(files)) {
    server.get(path, async (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'no-cache').send(text()),
    );
  }
  server.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301));
}

/** Reads a file of the server's own pages. */
function fileOf(name: string): string {
  return readFileSync(new URL(name, ownFiles.pages), 'utf8');
}
