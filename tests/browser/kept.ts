import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Waits until the browser keeps the app, and of the signed-in person's rooms these words. */
export async function keeps(page: Page, words: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => keptWords(page), { timeout: 15_000 }).toContain(words);
}

/** All that this browser keeps of rooms, whoever's they are, as one text. */
export async function keptWords(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('parley-kept-')) continue;
      const opening = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(`${name} cannot be opened.`));
      });
      try {
        const reading = database.transaction('parts').objectStore('parts').getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        for (const { json } of reading.result as { json: Uint8Array }[]) parts.push(new TextDecoder().decode(json));
      } finally {
        database.close();
      }
    }
    return parts.join('\n');
  });
}
