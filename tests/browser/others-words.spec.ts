import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

const day = 24 * 3_600_000;

/** Puts words into the outbox of somebody else, as if they had been written this long ago. */
async function wroteBefore(page: Page, userId: string, ages: Readonly<Record<string, number>>): Promise<void> {
  await page.evaluate(
    async ([name, words]) => {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('messages', { keyPath: 'key' });
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const transaction = database.transaction('messages', 'readwrite');
      for (const [key, ageMs] of Object.entries(words)) {
        const createdAt = new Date(Date.now() - ageMs).toISOString();
        transaction.objectStore('messages').put({ key, text: key, createdAt, conversationId: 'cnv_X', place: 1 });
      }
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    [`parley-outbox-${userId}`, ages] as const,
  );
}

/** What waits in the outbox of somebody else; null where they have none. */
async function waitingOf(page: Page, userId: string): Promise<readonly string[] | null> {
  return page.evaluate(async (name) => {
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return null;
    const opening = indexedDB.open(name, 1);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const reading = database.transaction('messages').objectStore('messages').getAllKeys();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    database.close();
    return reading.result as string[];
  }, `parley-outbox-${userId}`);
}

test('§27 what somebody else did not send waits for them for 30 days, and no longer', async ({ showcase: page }) => {
  await wroteBefore(page, 'usr_GRACE', { 'of last month': 31 * day, 'of last week': 7 * day });
  await wroteBefore(page, 'usr_MARY', { 'of last month': 31 * day });
  await page.reload();
  await expect.poll(() => waitingOf(page, 'usr_GRACE')).toEqual(['of last week']);
  await expect.poll(() => waitingOf(page, 'usr_MARY')).toBeNull();
});

test('§27 a start removes what others had typed, and leaves what is one’s own', async ({ showcase: page }) => {
  await page.getByRole('textbox', { name: /^Message to/ }).fill('half a thought of Ada’s');
  await page.evaluate(() => localStorage.setItem('parley-draft-usr_GRACE-cnv_X', 'half a thought of Grace’s'));
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('half a thought of Ada’s');
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('Grace’s');
});

test('one’s own words wait on, whatever their age', async ({ showcase: page }) => {
  const { item } = (await (await page.request.get('/v1/session')).json()) as { item: { userId: string } };
  await wroteBefore(page, item.userId, { 'my own of last month': 31 * day });
  await page.reload();
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor();
  expect(await waitingOf(page, item.userId)).toEqual(['my own of last month']);
});
