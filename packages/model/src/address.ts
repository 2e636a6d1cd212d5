import { ModelFailure } from './failures.ts';

/** The API of a model. */
export interface Address {
  /** Its base, such as `http://127.0.0.1:11434/v1`, without a slash at the end. */
  readonly base: string;
  readonly key: string | undefined;
  /** Calls addresses below the base alone, and follows no redirect. */
  readonly fetch: typeof fetch;
}

/**
 * Reads an address.
 *
 * @throws TypeError if it is no http or https URL, or holds a user name, a password, a query or a fragment.
 */
export function readAddress(
  text: string,
  {
    key,
    fetch = globalThis.fetch,
  }: { readonly key?: string | undefined; readonly fetch?: typeof globalThis.fetch | undefined },
): Address {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("The model's address is no http or https URL, such as http://127.0.0.1:11434/v1.");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      "The model's address holds a user name, a password, a query or a fragment. Give the key apart from it.",
    );
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return at(base, key, fetch);
}

/** The same API below another path of the same server. */
export function below({ base, key, fetch }: Address, path: string): Address {
  const inner = inners.get(fetch) ?? fetch;
  return at(base + path, key, inner);
}

const inners = new WeakMap<typeof fetch, typeof fetch>();

function at(base: string, key: string | undefined, inner: typeof fetch): Address {
  const guarded: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(`${base}/`)) throw new ModelFailure('redirected');
    const response = await inner(url, { ...init, redirect: 'manual' });
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    throw new ModelFailure('redirected', { status: response.status });
  };
  inners.set(guarded, inner);
  return { base, key, fetch: guarded };
}
