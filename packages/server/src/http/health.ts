import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';

/** Whether the process is up, and whether it can do its work. */
export async function healthRoutes(server: FastifyInstance, { storage }: App): Promise<void> {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const ready = await storage.ready();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}
