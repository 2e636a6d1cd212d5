/** What is waited for. */
export interface Waiting<T> {
  readonly probe: () => T | null;
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Called at each change. */
  readonly watchers: Set<() => void>;
}

/**
 * Probes now and at each change; gives null when the time is over or the signal aborts. The timer is its own: the runtime holds one of
 * `AbortSignal.timeout` only weakly within `AbortSignal.any`, and Node 20 collects it.
 */
export function waitUntil<T>({ probe, ms, signal, watchers }: Waiting<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const end = (found: T | null) => {
      clearTimeout(timer);
      watchers.delete(look);
      signal.removeEventListener('abort', giveUp);
      resolve(found);
    };
    const giveUp = () => end(null);
    const look = () => {
      try {
        const found = probe();
        if (found !== null) end(found);
      } catch (error) {
        giveUp();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(giveUp, ms);
    watchers.add(look);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    else look();
  });
}
