export interface Leadership {
  /** This tab is now the only one that holds the name. */
  readonly start: () => void;
  /** It no longer is: it sleeps, or another has taken over. */
  readonly stop: () => void;
}

/**
 * Has one tab of the browser lead, and another when that one is closed, put to sleep or replaced. Every tab leads where the browser
 * cannot tell. Gives how to stand back for good.
 */
export function leadAmongTabs(name: string, { start, stop }: Leadership): () => void {
  // Browsers know locks only where a connection is safe from listeners.
  if (!('locks' in navigator)) {
    start();
    return stop;
  }
  let standBack = (): void => undefined;

  function stand(): void {
    standBack();
    const waiting = new AbortController();
    let letGo = (): void => undefined;
    let isOver = false;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    standBack = () => {
      if (isOver) return;
      isOver = true;
      waiting.abort();
      letGo();
      stop();
    };
    navigator.locks
      .request(name, { signal: waiting.signal }, () => {
        if (isOver) return;
        start();
        return held;
      })
      .catch(() => {
        if (isOver) return;
        stop();
        stand();
      });
  }

  const sleep = () => standBack();
  const wake = (event: Event) => {
    if (event.type === 'resume' || (event as PageTransitionEvent).persisted) stand();
  };
  document.addEventListener('freeze', sleep);
  document.addEventListener('resume', wake);
  window.addEventListener('pagehide', sleep);
  window.addEventListener('pageshow', wake);
  stand();
  return () => {
    document.removeEventListener('freeze', sleep);
    document.removeEventListener('resume', wake);
    window.removeEventListener('pagehide', sleep);
    window.removeEventListener('pageshow', wake);
    standBack();
  };
}

/** Takes the name from a tab that holds it and no longer answers, for whoever waits the longest. */
export function endLeadership(name: string): void {
  if ('locks' in navigator) void navigator.locks.request(name, { steal: true }, () => undefined).catch(() => undefined);
}

/** A key that nobody else makes. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
