import type { FastifyInstance } from 'fastify';
import type { App } from '../../chat/conversations/app.ts';
import { publishedKeys } from '../../actions/tools/receipts/receipt-keys.ts';

/** How long a reader may keep `security.txt`: less than a year, as RFC 9116 asks. */
const securityTxtMs = 180 * 86_400_000;

/**
 * Serves public facts about this platform: the keys that verify its receipts and, if the operator has set it, whom to tell
 * about vulnerabilities (RFC 9116). No session is needed.
 */
export async function wellKnownRoute(
  server: FastifyInstance,
  app: Pick<App, 'storage' | 'config' | 'clock'>,
): Promise<void> {
  const { securityContact, baseUrl } = app.config;
  if (securityContact !== null)
    server.get('/.well-known/security.txt', async (_request, reply) =>
      reply
        .header('content-type', 'text/plain; charset=utf-8')
        .send(securityTxt(securityContact, baseUrl, new Date(app.clock.now() + securityTxtMs))),
    );
  server.get('/.well-known/parley.json', async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(JSON.stringify({ receiptKeys: await publishedKeys(app) })),
  );
}

function securityTxt(contact: string, baseUrl: string | null, expires: Date): string {
  const canonical = baseUrl === null ? '' : `Canonical: ${baseUrl}/.well-known/security.txt\n`;
  return `Contact: ${contact}\nExpires: ${expires.toISOString()}\n${canonical}`;
}
