import { language } from './language.ts';

/** Which build this worker belongs to, and the addresses that it keeps from the start. The build writes it. */
declare const __SHELL__: {
  readonly version: string;
  readonly files: readonly string[];
  /** The files of each other language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
};

const prefix = 'parley-shell-';
const current = `${prefix}${__SHELL__.version}`;
/** A page that gets no answer for this long is shown as it was kept. */
const patienceMs = 8000;
/** Everything that is the server's and not the app's: it is never answered from here. */
const notTheApp = /^\/(v1|hooks|schemas|docs|demo|metrics|healthz|readyz|openapi\.json|\.well-known|sw\.js)(\/|$|\?)/;

/** Keeps what the app starts with. One file that fails keeps the worker from being installed, so nothing is half there. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(current);
  const files = [...__SHELL__.files, ...(__SHELL__.languages[language] ?? [])];
  await cache.addAll(files.map((file) => new Request(file, { credentials: 'same-origin' })));
}

/** Forgets builds that no page uses any more; the one before stays for pages that it opened. */
export async function forgetOldShells(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Answers for the app's own page and files, and for nothing else. The page comes from the server wherever that answers, so that
 * nobody is shown an old app; a hashed file never changes, so it may come from what is kept.
 */
export function answerFromShell(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || notTheApp.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
}

async function page(request: Request): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patienceMs);
  try {
    const answer = await fetch(request, { signal: abort.signal });
    return (isAway(answer) && (await keptPage())) || answer;
  } catch (error) {
    const kept = await keptPage();
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a proxy answers for a server that it does not reach. */
function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

async function keptPage(): Promise<Response | undefined> {
  return caches.match('/', { cacheName: current });
}

async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const cache = await caches.open(current);
    await cache.put(request, answer.clone());
  }
  return answer;
}
