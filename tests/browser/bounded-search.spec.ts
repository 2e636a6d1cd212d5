import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

/** Has the server give pages without a message, as one does that looks at many messages for a page; the last of them finds one. */
async function findsOnPage(page: Page, last: number): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/v1/search/messages?**', async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '1';
    asked.push(cursor);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const isLast = Number(cursor) === last;
    const nextCursor = isLast ? null : String(Number(cursor) + 1);
    await route.fulfill({ json: { items: isLast ? [found(page)] : [], nextCursor } });
  });
  return asked;
}

function found(page: Page) {
  return {
    messageId: 'msg_01H00000000000000000000000',
    conversationId: /cnv_\w+/.exec(page.url())?.[0] ?? 'cnv_01H00000000000000000000000',
    seq: 1,
    author: { type: 'platform', id: null, name: 'Parley' },
    snippet: 'the quince of long ago',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

test('a search goes on by itself through pages on which nothing is found', async ({ showcase: page }) => {
  const asked = await findsOnPage(page, 4);
  await page.goto('/find?q=quince');
  await expect(page.getByText('Searching…')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('link')).toContainText(
    'the quince of long ago',
  );
  await expect(page.getByText('Nothing found')).toHaveCount(0);
  // The stream's start has what is shown read again.
  expect([...new Set(asked)]).toEqual(['1', '2', '3', '4']);
});

test('a search without an end stops after five pages, says so, and goes on when it is asked to', async ({
  showcase: page,
}) => {
  const asked = await findsOnPage(page, 7);
  await page.goto('/find?q=quince');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Nothing found yet for “quince”.');
  // The stream's start has what is shown read again.
  expect([...new Set(asked)]).toEqual(['1', '2', '3', '4', '5']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quince');
  await expect(page.getByRole('dialog')).toContainText('Nothing found yet for “quince”.');
  await page.keyboard.press('Escape');
  await messages.getByRole('button', { name: 'Search older messages' }).click();
  await expect(messages.getByRole('link')).toContainText('the quince of long ago');
  await expect(messages.getByRole('button')).toHaveCount(0);
});

test('the search in a room goes on and stops alike', async ({ showcase: page }) => {
  const asked = await findsOnPage(page, 7);
  await page.getByRole('button', { name: 'Search in this room' }).click();
  await page.keyboard.type('quince');
  const search = page.getByRole('search', { name: 'Search in this room' });
  await expect(search).toContainText('Searching…');
  await expect(search).toContainText('No message has “quince” yet.');
  // The stream's start has what is shown read again.
  expect([...new Set(asked)]).toEqual(['1', '2', '3', '4', '5']);
  await search.getByRole('button', { name: 'Search older messages' }).click();
  await expect(search.getByRole('link')).toContainText('the quince of long ago');
});
