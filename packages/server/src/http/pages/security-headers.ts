import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';

/** What the web app may load: its own files, and images, audio and video in memory. No inline scripts or styles. */
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
  // Pages of other origins cannot embed or run anything from here.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'content-security-policy': appPolicy,
};

const oneYear = 'max-age=31536000';

/** Returns the security headers of every answer. */
export function carefulHeaders({ baseUrl }: Pick<Config, 'baseUrl'>): Readonly<Record<string, string>> {
  return baseUrl?.startsWith('https:') ? { ...fixedHeaders, 'strict-transport-security': oneYear } : fixedHeaders;
}

/**
 * Sets the security headers on every answer, including errors and streams. A handler may override them. Call it on the
 * root instance, so that it applies to all routes.
 */
export function securityHeaders(server: FastifyInstance, config: Pick<Config, 'baseUrl'>): void {
  const headers = carefulHeaders(config);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
