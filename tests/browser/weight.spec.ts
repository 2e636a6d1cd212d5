import { expect } from '@playwright/test';
import { say, test } from './demo.ts';
import { quiet } from './quiet.ts';

/**
 * What a first visit to a room brings over the wire, in bytes as they are sent: the page, its scripts, styles and icons, with the
 * reader of markup and the panel beside the room. The goal is 130 KB.
 */
const most = 129_500;
/** What the page fetches three seconds later, to work offline. On a slow machine the room is not drawn before that. */
const later = /^\/sw\.js$|^\/assets\/keep-rooms-/u;

test('the shell and an open room are light', async ({ showcase: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toContainText('showcase');
  const files = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(?:v1|healthz)\b/u.test(pathname) || later.test(pathname)) return;
    files.set(pathname, Number(response.headers()['content-length'] ?? Number.NaN));
  });
  // A service worker or a cache would answer instead of the server.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await page.reload();
  await expect(page.getByRole('article', { name: 'Showcase' }).last().locator('strong').first()).toBeVisible();
  await expect(page.getByRole('complementary')).toBeVisible();
  await quiet(page);
  const rows = [...files].sort((one, other) => other[1] - one[1]);
  const sum = rows.reduce((total, [, bytes]) => total + bytes, 0);
  for (const [path, bytes] of [...rows, ['in all', sum] as const]) console.log(`${String(bytes).padStart(8)}  ${path}`);
  expect(sum).toBeLessThanOrEqual(most);
});
