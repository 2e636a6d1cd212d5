import { leadByChannel } from './lead-by-channel.ts';
import { followSleep } from './leadership.ts';
import type { Leadership } from './leadership.ts';

/**
 * Elects one tab of the browser as leader, and another when that tab is closed, put to sleep or replaced. Returns a function that resigns
 * for good.
 */
export function leadAmongTabs(name: string, leadership: Leadership): () => void {
  // Browsers have Web Locks only in secure contexts.
  return 'locks' in navigator ? leadByLock(name, leadership) : leadByChannel(name, leadership);
}

function leadByLock(name: string, { start, stop }: Leadership): () => void {
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

  stand();
  const wakeful = followSleep(() => standBack(), stand);
  return () => {
    wakeful();
    standBack();
  };
}

/** Takes the lead from a tab that no longer answers, for the tab that has waited longest. */
export function endLeadership(name: string): void {
  if ('locks' in navigator) void navigator.locks.request(name, { steal: true }, () => undefined).catch(() => undefined);
}
