import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';

/** Whether the process is up, whether it can do its work, and what it measures of itself. */
export async function healthRoutes(server: FastifyInstance, { storage, metrics }: App): Promise<void> {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const ready = await storage.ready();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render()),
  );
}
