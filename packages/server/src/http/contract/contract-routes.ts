import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import type { Route } from '../../route.ts';
import { inlineStylePolicy } from '../security-headers.ts';
import { openApiDocument } from './openapi.ts';

/** The published contract: the document for programs, a page of it for people. No session is needed. */
export async function contractRoutes(
  server: FastifyInstance,
  { config }: App,
  routes: readonly Route[],
): Promise<void> {
  const document = openApiDocument(routes, config.baseUrl);
  const text = JSON.stringify(document);
  server.get('/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
  await server.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await server.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: '/openapi.json', docExpansion: 'none', deepLinking: true },
    uiHooks: {
      onRequest: (_request, reply, next) => {
        reply.header('content-security-policy', inlineStylePolicy);
        next();
      },
    },
  });
}
