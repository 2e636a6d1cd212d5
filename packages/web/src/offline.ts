import { workerAddress } from './api/worker-address.ts';

/** The delay after the page has loaded, so that the worker's downloads do not slow down the page. */
const calmMs = 3000;
const reloadedKey = 'parley-reloaded';

/** Registers the service worker that caches the app, so that the app also opens offline. */
export function keepAppOffline(): void {
  reloadWhereBuildIsGone();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', followNotice);
  const register = () =>
    setTimeout(() => void navigator.serviceWorker.register(workerAddress()).catch(() => undefined), calmMs);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Opens the page of a pressed notification; the router follows the history. */
function followNotice({ data }: MessageEvent<{ readonly goTo?: string } | null>): void {
  if (data?.goTo?.startsWith('/c/')) window.history.pushState(null, '', data.goTo);
}

/**
 * Reloads a page that is older than the server, when one of its files is gone, at most every 30 s. Drafts are stored and
 * survive.
 */
function reloadWhereBuildIsGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (!navigator.onLine || Date.now() - last < 30_000) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });
}
