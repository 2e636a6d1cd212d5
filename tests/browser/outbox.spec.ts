import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

const mine = (page: Page, text: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('what is written without a connection is sent once and in order when it is back', async ({
  showcase: page,
  context,
}) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) posts.push(request.postData() ?? '');
  });
  await context.setOffline(true);
  await write(page, 'first words');
  await write(page, 'second words');
  await expect(mine(page, 'first words')).toContainText('Not sent yet. You are offline.');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('');
  await context.setOffline(false);
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 15_000 });
  await page.reload();
  for (const text of ['first words', 'second words']) await expect(mine(page, text)).toHaveCount(1);
  const log = await page.getByRole('log').innerText();
  expect(log.indexOf('first words')).toBeLessThan(log.indexOf('second words'));
});

test('what waits survives a reload, and can be edited and removed', async ({ showcase: page }) => {
  let isDown = true;
  await page.route('**/messages', (route) =>
    isDown && route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, 'wrogn words');
  await write(page, 'needless words');
  await expect(mine(page, 'wrogn words')).toContainText('Not sent yet.');
  await page.reload();
  await expect(mine(page, 'wrogn words')).toContainText('Not sent yet.');
  await mine(page, 'needless words').getByRole('button', { name: 'Remove' }).click();
  await expect(mine(page, 'needless words')).toHaveCount(0);
  await mine(page, 'wrogn words').getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await expect(field).toHaveValue('wrogn words');
  await expect(field).toBeFocused();
  isDown = false;
  await page.keyboard.press('Control+a');
  await page.keyboard.type('right words');
  await page.keyboard.press('Enter');
  await expect(mine(page, 'right words')).toHaveCount(1);
  await expect(page.getByText('Not sent')).toHaveCount(0);
  await expect(mine(page, 'wrogn words')).toHaveCount(0);
});

test('what the server refuses says why, and can be edited and sent again', async ({ showcase: page }) => {
  let refuses = true;
  await page.route('**/messages', (route) =>
    refuses && route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: { code: 'agent_blocked', message: 'You have blocked it.' } } })
      : route.continue(),
  );
  await write(page, 'refused words');
  await expect(mine(page, 'refused words').getByRole('alert')).toContainText('Not sent. You have blocked it.');
  refuses = false;
  await mine(page, 'refused words').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Not sent')).toHaveCount(0);
  await expect(mine(page, 'refused words')).toHaveCount(1);
});

test('several tabs send each message once', async ({ showcase: page, context }) => {
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('textbox', { name: /^Message to/ }).waitFor();
  await context.setOffline(true);
  await write(page, 'from one tab');
  // Tabs share what is typed in a room until it is stored.
  await expect(other.getByRole('textbox', { name: /^Message to/ })).toHaveValue('');
  await write(other, 'from the other');
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(tab.getByText('Not sent yet')).toHaveCount(0, { timeout: 15_000 });
    for (const text of ['from one tab', 'from the other']) await expect(mine(tab, text)).toHaveCount(1);
  }
});

test('signing out with words that are not sent asks first', async ({ showcase: page }) => {
  await page.getByRole('textbox', { name: /^Message to/ }).click();
  await page.keyboard.type('half a thought');
  await page.getByRole('button', { name: /@ada/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 draft would be lost');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('half a thought');
});

test('the end of a session shows the way back and keeps what was written', async ({ showcase: page, context }) => {
  await page.getByRole('textbox', { name: /^Message to/ }).click();
  await page.keyboard.type('half a thought');
  await context.clearCookies();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: 20_000 });
});
