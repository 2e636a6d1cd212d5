import { expect } from '@playwright/test';
import { say, test } from './demo.ts';

/** What a first visit to a room may bring over the wire, in bytes of scripts and styles as they are sent. The goal is 130 KB. */
const most = 130_000;
/** What the first text with markup may bring beside it. */
const mostForMarkup = 19_500;

test('the shell and an open room are light', async ({ showcase: page }) => {
  // Where there is width a panel comes after the words.
  await page.setViewportSize({ width: 1100, height: 720 });
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toContainText('showcase');
  // What an agent asks for is a card that most rooms do not have.
  await page.getByRole('button', { name: 'Not now' }).click();
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
  await expect(page.getByRole('article', { name: 'Showcase' }).last().locator('strong').first()).toBeVisible();
  await page.waitForLoadState('load');
  const rows = [...files].sort((one, other) => other[1] - one[1]);
  const sum = rows.reduce((total, [, bytes]) => total + bytes, 0);
  for (const [path, bytes] of [...rows, ['in all', sum] as const]) console.log(`${String(bytes).padStart(8)}  ${path}`);
  const forMarkup = rows
    .filter(([path]) => path.includes('/markdown-tree-'))
    .reduce((all, [, bytes]) => all + bytes, 0);
  expect(forMarkup).toBeGreaterThan(0);
  expect(forMarkup).toBeLessThanOrEqual(mostForMarkup);
  expect(sum - forMarkup).toBeLessThanOrEqual(most);
});
