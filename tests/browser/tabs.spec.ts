import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, test } from './demo.ts';

const streams = (pages: readonly Page[]) =>
  Promise.all(
    pages.map((page) => page.evaluate(() => (window as unknown as { streams: Set<unknown> }).streams.size)),
  ).then((counts) => counts.reduce((sum, count) => sum + count, 0));

test('eight tabs share one stream, are all live, and hand it on', async ({ showcase: first, context }) => {
  test.setTimeout(90_000);
  await context.addInitScript(() => {
    const opened = new Set<unknown>();
    Object.assign(window, { streams: opened });
    const native = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (input === '/v1/feed') {
        opened.add(init);
        init?.signal?.addEventListener('abort', () => opened.delete(init));
      }
      return native(input, init);
    };
  });
  await first.reload();
  const pages = [first];
  for (let i = 1; i < 8; i++) {
    const page = await context.newPage();
    await page.goto(first.url());
    pages.push(page);
  }
  for (const page of pages) await page.getByRole('textbox', { name: /^Message to/ }).waitFor();
  expect(await streams(pages)).toBe(1);
  await say(pages[7] as Page, 'seen by all');
  for (const page of pages) {
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'seen by all' })).toHaveCount(1);
    await expect(page.getByText('Reconnecting')).toHaveCount(0);
  }
  await first.close();
  const rest = pages.slice(1);
  await expect.poll(() => streams(rest)).toBe(1);
  await say(pages[7] as Page, 'seen by the rest');
  for (const page of rest) {
    await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: 'seen by the rest' })).toHaveCount(1);
  }
});
