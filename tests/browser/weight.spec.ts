import { expect } from '@playwright/test';
import { say, test } from './demo.ts';

/** What a first visit may bring over the wire, in bytes of scripts and styles as they are sent; it may only become less. The goal is 130 KB. */
const most = 175_000;

test('the shell and an open room are light', async ({ showcase: page }) => {
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toContainText('showcase');
  const files = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    files.set(pathname, Number(response.headers()['content-length'] ?? Number.NaN));
  });
  // A service worker or a cache would answer instead of the server.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await page.reload();
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toContainText('showcase');
  await page.waitForLoadState('load');
  const rows = [...files].sort((one, other) => other[1] - one[1]);
  const sum = rows.reduce((total, [, bytes]) => total + bytes, 0);
  for (const [path, bytes] of [...rows, ['in all', sum] as const]) console.log(`${String(bytes).padStart(8)}  ${path}`);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(most);
});
