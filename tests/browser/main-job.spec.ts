import { expect } from '@playwright/test';
import { say, signInAsDemo, test } from './demo.ts';

test('the demo link opens in the room, where the showcase has answered already', async ({ page }) => {
  await signInAsDemo(page);
  await expect(page).toHaveURL(/\/c\/cnv_\w+$/);
  const answers = page.getByRole('article', { name: 'Showcase' });
  await expect(answers.first()).toContainText('I am the showcase agent');
  await expect(page.getByRole('button', { name: 'stream a story' }).first()).toBeVisible();
  await say(page, 'help');
  await expect(answers.last()).toContainText('right to left');
  await expect(page.getByText('Delivered').last()).toBeVisible();
});

test('an answer grows while the agent writes it, and then settles', async ({ showcase: page }) => {
  await say(page, 'stream a story');
  const draft = page.locator('article[aria-busy="true"]', { hasText: 'is writing' });
  await expect(draft).toBeVisible();
  const early = (await draft.textContent()) ?? '';
  await expect.poll(async () => ((await draft.textContent()) ?? '').length).toBeGreaterThan(early.length);
  await expect(draft).toHaveCount(0, { timeout: 20_000 });
});

test('a button sends its payload as a message', async ({ showcase: page }) => {
  await say(page, 'buttons');
  const choices = page.getByRole('group', { name: 'Answers to choose from' }).last();
  await expect(choices).toBeVisible();
  const before = await page.getByRole('article', { name: 'You' }).count();
  await choices.getByRole('button').first().click();
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(before + 1);
});

test('what is typed stays with the room until it is sent', async ({ showcase: page }) => {
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await field.fill('Half a thought');
  await page.reload();
  await expect(field).toHaveValue('Half a thought');
});

test('what is typed and sent the moment a room appears is sent', async ({ showcase: page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>('#composer');
      if (!field) return;
      observer.disconnect();
      field.value = 'At once';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      void sendTo(field);
    });
    async function sendTo(field: HTMLTextAreaElement): Promise<void> {
      // The app draws what was typed; the browser draws no frame.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('At once');
});

test('a message has an address that leads to it', async ({ showcase: page }) => {
  await say(page, 'help');
  await page.getByRole('article', { name: 'Showcase' }).last().locator('a[href*="/m/"]').click();
  await expect(page).toHaveURL(/\/c\/cnv_\w+\/m\/msg_\w+/);
  await page.reload();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('showcase');
});

test('a send that fails is kept, and a retry stores it once', async ({ showcase: page }) => {
  const keys: (string | undefined)[] = [];
  const text = `Retried ${Date.now()}`;
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    // The first request reaches the server, but its answer never comes back.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await say(page, text);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Not sent')).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: text })).toHaveCount(1);
  expect(new Set(keys).size).toBe(1);
  await page.reload();
  await expect(page.getByRole('article', { name: 'You' }).filter({ hasText: text })).toHaveCount(1);
});
