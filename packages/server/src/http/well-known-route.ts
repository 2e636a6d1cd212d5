import type { FastifyInstance } from 'fastify';
import type { App } from '../conversations/app.ts';
import { publishedKeys } from '../tools/receipts/receipt-keys.ts';

/** What anybody may know of this platform: the keys that its receipts are verified with. No session is needed. */
export async function wellKnownRoute(server: FastifyInstance, app: Pick<App, 'storage'>): Promise<void> {
  server.get('/.well-known/parley.json', async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(JSON.stringify({ receiptKeys: await publishedKeys(app) })),
  );
}
