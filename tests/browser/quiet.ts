import type { Page } from '@playwright/test';

const quietMs = 500;

/**
 * Waits until nothing has been asked of the server for half a second. The stream of signals is an answer without an end, so the load
 * state "networkidle" is never reached. Call it right behind what causes the requests.
 */
export async function quiet(page: Page): Promise<void> {
  const open = new Set<object>();
  let changedAt = Date.now();
  const begin = (request: { url: () => string }) => {
    if (new URL(request.url()).pathname === '/v1/feed') return;
    open.add(request);
    changedAt = Date.now();
  };
  const end = (request: object) => {
    open.delete(request);
    changedAt = Date.now();
  };
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  while (open.size > 0 || Date.now() - changedAt < quietMs) await page.waitForTimeout(50);
  page.off('request', begin);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
}
