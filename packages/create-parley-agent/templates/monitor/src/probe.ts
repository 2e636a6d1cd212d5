/** What the agent does outside of Parley; a test brings its own. */
export interface Outside {
  readonly fetch: typeof fetch;
  /** What restarts an address: it gets `{"url": …}`. Null where nothing does. */
  readonly restartUrl: string | null;
}

/** Returns an address as it is watched; null for a text that is none. */
export function readAddress(text: string): string | null {
  if (!URL.canParse(text) || text.length > 500) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** Looks at an address once. Returns what is wrong with it; null where it answers. */
export async function faultOf(url: string, outside: Outside): Promise<string | null> {
  try {
    const response = await outside.fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return response.ok ? null : `it answers ${response.status}`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer within 10 s' : 'it cannot be reached';
  }
}

/** @throws Error where it was not taken. */
export async function restart(url: string, { fetch, restartUrl }: Outside): Promise<void> {
  if (restartUrl === null) throw new Error('RESTART_URL is not set.');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ url });
  const response = await fetch(restartUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`RESTART_URL answered ${response.status}.`);
}
