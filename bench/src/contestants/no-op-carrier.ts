/**
 * Node's arguments that put another carrier in the place of the product's webhooks: it says "delivered" and sends nothing, so
 * that claiming and settling are all that is left. The product has no door for that, and needs none but here; where its file
 * moves, the deliveries reach the receiver, and the measurement fails.
 */
export function noOpCarrier(): string[] {
  return [
    '--import',
    asModule(`import { register } from 'node:module'; register(${JSON.stringify(asModule(hooks))});`),
  ];
}

const carrier = `
  const delivered = { outcome: 'delivered', statusCode: 200, error: null, responseSnippet: null, permanent: false,
                      sent: true, retryAfterMs: null };
  export function webhookCarrier() {
    return {
      ordered: true, carry: async () => delivered, predictFailure: () => null, openBreakers: () => 0,
      close: async () => undefined,
    };
  }`;

const hooks = `
  export async function load(url, context, next) {
    if (!url.endsWith('/carriers/webhook/webhook-carrier.js')) return next(url, context);
    return { format: 'module', shortCircuit: true, source: ${JSON.stringify(carrier)} };
  }`;

function asModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
