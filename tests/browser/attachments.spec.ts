import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'leaf.png', mimeType: 'image/png', buffer: pixel };
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Water on Monday.') };

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const tray = (page: Page) => page.getByRole('list', { name: 'Attached files' });
const mine = (page: Page) => page.getByRole('article', { name: 'You' });

async function choose(page: Page, files: (typeof note)[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
}

for (const width of [1280, 360]) {
  test(`files are chosen, seen and sent with the words at ${width} px`, async ({ showcase: page }) => {
    await page.setViewportSize({ width, height: 780 });
    await choose(page, [picture, note]);
    await expect(tray(page).getByRole('listitem')).toHaveCount(2);
    await expect(tray(page).getByRole('img', { name: 'leaf.png' })).toBeVisible();
    await expect(tray(page)).toContainText('16 B');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('This is the ficus.');
    await expect(tray(page).getByRole('progressbar')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(tray(page)).toHaveCount(0);
    await expect(mine(page).getByRole('button', { name: /picture in full/ })).toBeVisible();
    await expect(mine(page).getByRole('link', { name: /note\.txt/ })).toBeVisible();
    await expect(mine(page).filter({ hasText: 'This is the ficus.' })).toHaveCount(1);
    await page.reload();
    await expect(mine(page).getByRole('link', { name: /note\.txt/ })).toHaveCount(1);
  });
}

test.describe('while the code for files is on its way', () => {
  // A worker that answers from what it kept would be asked instead of the server.
  test.use({ serviceWorkers: 'block' });

  test('Enter right after a file was chosen sends it', async ({ showcase: page }) => {
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/attach*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await choose(page, [note]);
    await field(page).press('Enter');
    await expect(page.getByText('It is sent as soon as the files are uploaded.')).toBeVisible();
    letGo();
    await expect(mine(page).getByRole('link', { name: /note\.txt/ })).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
  });

  test('where it does not come nothing stays attached or is sent, and the next try can do', async ({
    showcase: page,
    context,
  }) => {
    const code = '**/assets/attach*.js';
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(code, async (route) => {
      await gate;
      await route.abort();
    });
    await field(page).fill('About the file');
    await choose(page, [note]);
    await field(page).press('Enter');
    const waits = page.getByText('It is sent as soon as the files are uploaded.');
    await expect(waits).toBeVisible();
    await context.setOffline(true);
    letGo();
    await expect(page.getByText('That could not be opened: you are offline.')).toBeVisible();
    await expect(waits).toHaveCount(0);
    await expect(field(page)).toHaveValue('About the file');
    await expect(mine(page)).toHaveCount(0);
    await page.unroute(code);
    await context.setOffline(false);
    await choose(page, [note]);
    await expect(tray(page)).toContainText('note.txt');
  });
});

test('files are pasted and dropped, and taken away by key', async ({ showcase: page }) => {
  await field(page).evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(tray(page)).toContainText('pasted.txt');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    const at = document.querySelector('[role="log"], main') ?? document.body;
    at.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Drop to attach. At most 25 MB each.')).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(tray(page)).toContainText('dropped.txt');
  await page.getByRole('button', { name: 'Remove pasted.txt' }).press('Enter');
  await expect(tray(page)).not.toContainText('pasted.txt');
  await expect(field(page)).toBeFocused();
});

test('what is too large or does not get through says why, and nothing that was typed is lost', async ({
  showcase: page,
}) => {
  let uploads = 0;
  await page.route('**/v1/assets', (route) => {
    uploads += 1;
    return uploads === 1 ? route.abort() : route.continue();
  });
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'film.mp4'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(tray(page).getByRole('alert')).toContainText('It has 26 MB; at most 25 MB can be sent.');
  expect(uploads).toBe(0);
  await page.getByRole('button', { name: 'Remove film.mp4' }).click();

  await choose(page, [note]);
  await expect(tray(page).getByRole('alert')).toContainText('Parley cannot be reached.');
  await page.keyboard.type('Words');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A file is not uploaded. Retry or remove it, then send.')).toBeVisible();
  await expect(field(page)).toHaveValue('Words');
  await page.getByRole('button', { name: 'Retry note.txt' }).click();
  await expect(tray(page).getByRole('alert')).toHaveCount(0);
  await field(page).press('Enter');
  await expect(mine(page).getByRole('link', { name: /note\.txt/ })).toBeVisible();
  await expect(mine(page).filter({ hasText: 'Words' })).toHaveCount(1);
});
