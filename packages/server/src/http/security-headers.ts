import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A policy in place of the app's own, for a route whose page needs another one. */
    contentSecurityPolicy?: string;
  }
}

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

/** For a page of a library that brings inline styles along, such as the one that shows the published contract. */
export const inlineStylePolicy = appPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

const oneYear = 'max-age=31536000';

/**
 * Sets the headers that make a browser careful, on every answer from here on, errors and streams included. A handler may still
 * set any of them otherwise. Called on the root instance, so that it holds for all doors.
 */
export async function securityHeaders(server: FastifyInstance, { baseUrl }: Pick<Config, 'baseUrl'>): Promise<void> {
  const transport = baseUrl?.startsWith('https:') ? { 'strict-transport-security': oneYear } : {};
  server.addHook('onRequest', async (request, reply) => {
    const policy = request.routeOptions.config?.contentSecurityPolicy ?? appPolicy;
    reply.headers({ ...fixedHeaders, ...transport, 'content-security-policy': policy });
  });
}
