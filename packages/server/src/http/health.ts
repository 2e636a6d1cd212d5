import type { FastifyInstance } from 'fastify';
import type { App } from '../conversations/app.ts';
import { readiness } from './readiness.ts';

/** Whether the process is up, whether it can do its work, and what it measures of itself. */
export async function healthRoutes(server: FastifyInstance, app: App, isLeaving: () => boolean): Promise<void> {
  const { metrics } = app;
  const objection = readiness(app);
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const reason = isLeaving() ? 'The server is about to stop.' : await objection();
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(reason === null ? { status: 'ready' } : { status: 'not ready', reason });
  });
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render()),
  );
}
