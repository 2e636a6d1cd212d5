import type { FastifyInstance } from 'fastify';
import type { Config } from '../settings/config.ts';

/** What the web app may load: its own files, and images, sounds and films that it holds in memory. No inline script or style. */
export const appPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // No page of another origin shows or runs anything from here, not even where it cannot read it.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'content-security-policy': appPolicy,
};

const oneYear = 'max-age=31536000';

/** The headers that make a browser careful, for every answer, whoever gives it. */
export function carefulHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Readonly<Record<string, string>> {
  return baseUrl?.startsWith('https:') ? { ...fixedHeaders, 'strict-transport-security': oneYear } : fixedHeaders;
}

/**
 * Sets these headers on every answer from here on, errors and streams included. A handler may still set any of them otherwise.
 * Called on the root instance, so that it holds for all doors.
 */
export function securityHeaders(server: FastifyInstance, config: Pick<Config, 'baseUrl'>): void {
  const headers = carefulHeaders(config);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
