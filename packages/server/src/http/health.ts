import type { FastifyInstance } from 'fastify';
import type { App } from '../chat/conversations/app.ts';

/** Routes for probes and metrics: whether the process runs, whether it is ready, and its metrics. */
export async function healthRoutes(
  server: FastifyInstance,
  { metrics, readiness }: Pick<App, 'metrics' | 'readiness'>,
): Promise<void> {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const reasons = await readiness.reasons();
    const isReady = reasons.length === 0;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not_ready', reasons });
  });
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render()),
  );
}
