import type { FastifyInstance } from 'fastify';
import type { App } from '../../chat/conversations/app.ts';
import { publishedKeys } from '../../actions/tools/receipts/receipt-keys.ts';

/** Serves public facts about this platform: the keys that verify its receipts. No session is needed. */
export async function wellKnownRoute(server: FastifyInstance, app: Pick<App, 'storage'>): Promise<void> {
  server.get('/.well-known/parley.json', async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(JSON.stringify({ receiptKeys: await publishedKeys(app) })),
  );
}
