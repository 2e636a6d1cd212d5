import { callerHeaders } from './person.ts';

interface Ahead {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
}

const ahead = new Map<string, Ahead>();
/** An older answer is no longer used. */
const freshForMs = 10_000;

/**
 * Prefetches the first reads of the page at this address, while the app's code is still loading. Each answer goes to the first identical
 * request; an unused answer is dropped after 10 s.
 */
export function readAhead(pathname: string): void {
  for (const path of firstReads(pathname)) {
    const controller = new AbortController();
    const answer = fetch(path, {
      headers: { accept: 'application/json', ...callerHeaders() },
      credentials: 'same-origin',
      signal: controller.signal,
    });
    // The request that takes the answer handles a failure; this only avoids an unhandled rejection.
    answer.catch(() => undefined);
    ahead.set(path, { answer, controller });
  }
  setTimeout(forgetAhead, freshForMs);
}

/** Returns the prefetched answer; undefined if it does not exist or is already taken. */
export function takeAhead(path: string): Promise<Response> | undefined {
  const found = ahead.get(path);
  ahead.delete(path);
  return found?.answer;
}

/**
 * Drops unused prefetched answers, because the data are about to change. An unread answer would occupy one of the browser's six
 * connections.
 */
export function forgetAhead(): void {
  for (const { controller } of ahead.values()) controller.abort();
  ahead.clear();
}

/** These must equal the requests of the hooks exactly; a browser test checks that none is requested twice. */
function firstReads(pathname: string): readonly string[] {
  if (pathname.startsWith('/sign-')) return [];
  const everywhere = ['/v1/session', '/v1/waiting'];
  const room = /^\/c\/(cnv_[0-9A-Z]+)(\/|$)/.exec(pathname)?.[1];
  if (room !== undefined) {
    return [...everywhere, '/v1/conversations?limit=200', `/v1/conversations/${room}/messages?limit=50`];
  }
  return pathname === '/' ? [...everywhere, '/v1/conversations?limit=200'] : everywhere;
}
