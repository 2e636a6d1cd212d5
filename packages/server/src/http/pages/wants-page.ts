import type { FastifyRequest } from 'fastify';

/** A service worker forwards a navigation with mode `same-origin`. */
const modes: ReadonlySet<unknown> = new Set(['navigate', 'same-origin']);

/**
 * Returns whether a browser navigates to this address: it accepts HTML first and, if it sends Sec-Fetch-Mode, that says
 * so. A program accepts anything or JSON.
 */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const { accept, 'sec-fetch-mode': mode } = headers;
  const isRead = method === 'GET' || method === 'HEAD';
  const namesHtml = accept !== undefined && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(accept);
  return isRead && namesHtml && (mode === undefined || modes.has(mode));
}
