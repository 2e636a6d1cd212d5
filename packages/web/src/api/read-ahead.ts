interface Ahead {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
}

const ahead = new Map<string, Ahead>();
/** An answer older than this is not taken any more. */
const freshForMs = 10_000;

/**
 * Asks for what the page at this address shows first, while the app's code is still on its way. Each answer is for the first who
 * asks for the very same thing; what nobody asked for is forgotten.
 */
export function readAhead(pathname: string): void {
  for (const path of firstReads(pathname)) {
    const controller = new AbortController();
    const answer = fetch(path, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: controller.signal,
    });
    // Who takes it hears of a failure; where nobody does it does not matter.
    answer.catch(() => undefined);
    ahead.set(path, { answer, controller });
  }
  setTimeout(forgetAhead, freshForMs);
}

/** The answer to what was asked for ahead; undefined where nothing was, or somebody has it. */
export function takeAhead(path: string): Promise<Response> | undefined {
  const found = ahead.get(path);
  ahead.delete(path);
  return found?.answer;
}

/**
 * Drops what was asked for and not taken: something is about to change. An answer that nobody reads would keep its connection, of which
 * a browser has six.
 */
export function forgetAhead(): void {
  for (const { controller } of ahead.values()) controller.abort();
  ahead.clear();
}

/** As the hooks of these reads ask for them, to the letter; a browser test sees that none of them is asked for twice. */
function firstReads(pathname: string): readonly string[] {
  if (pathname.startsWith('/sign-')) return [];
  const everywhere = ['/v1/session', '/v1/waiting'];
  const room = /^\/c\/(cnv_[0-9A-Z]+)(\/|$)/.exec(pathname)?.[1];
  if (room !== undefined) {
    return [...everywhere, '/v1/conversations?limit=200', `/v1/conversations/${room}/messages?limit=50`];
  }
  return pathname === '/' ? [...everywhere, '/v1/conversations?limit=200'] : everywhere;
}
