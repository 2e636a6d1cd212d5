/** Waits this long after the page has loaded, so that the worker takes nothing from what somebody waits for. */
const calmMs = 3000;
const reloadedKey = 'parley-reloaded';

/** Has the browser keep the app, where it can, so that it opens without a connection too. */
export function keepAppOffline(): void {
  reloadWhereBuildIsGone();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', followNotice);
  const register = () =>
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), calmMs);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Goes where a notification was pressed; the router follows the history. */
function followNotice({ data }: MessageEvent<{ readonly goTo?: string } | null>): void {
  if (data?.goTo?.startsWith('/c/')) window.history.pushState(null, '', data.goTo);
}

/** A page older than the server finds a part of itself gone: it is opened anew, once. What was typed is kept. */
function reloadWhereBuildIsGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (!navigator.onLine || Date.now() - last < 30_000) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });
}
