import type { Page } from '@playwright/test';

export interface ScrollBack {
  readonly hasArrived: boolean;
  /** The longest time in which nothing moved although the wheel did. */
  readonly longestHaltMs: number;
  readonly seconds: number;
}

const beginning = 'This is where the conversation begins.';
const mostSeconds = 240;

/** Throws the wheel upwards until the first message is there. */
export async function scrollBack(page: Page): Promise<ScrollBack> {
  const log = page.getByRole('log');
  await log.hover();
  const start = Date.now();
  let [last, lastMoved, longestHaltMs] = ['', start, 0];
  for (;;) {
    await page.mouse.wheel(0, -2400);
    const { top, first, isDone } = await log.evaluate(
      (box, words) => ({
        top: box.scrollTop,
        first: box.querySelector('article')?.textContent ?? '',
        isDone: box.scrollTop <= 0 && (box.textContent ?? '').includes(words),
      }),
      beginning,
    );
    const now = Date.now();
    if (`${top} ${first}` !== last) lastMoved = now;
    last = `${top} ${first}`;
    longestHaltMs = Math.max(longestHaltMs, now - lastMoved);
    const seconds = (now - start) / 1000;
    if (isDone || seconds > mostSeconds) return { hasArrived: isDone, longestHaltMs, seconds };
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** What the page's scripts hold once rubbish is collected, in MiB. */
export async function heapMib(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
