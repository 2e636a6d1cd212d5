import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, test } from './demo.ts';
import { test as gardenerTest } from './gardener.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

test('whoever opens a room can write at once, and Enter sends', async ({ showcase: page }) => {
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('hello there');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('hello there');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
});

test('what is typed anywhere in the room is written into the message', async ({ showcase: page }) => {
  await page.getByRole('button', { name: 'Conversation menu' }).focus();
  await page.keyboard.type('abc');
  await expect(composer(page)).toHaveValue('abc');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.type('d e');
  await expect(composer(page)).toHaveValue('abcd e');
});

test('a few presses of Tab lead from the start of the page and of the room to the message', async ({
  showcase: page,
}) => {
  await page.reload();
  await composer(page).waitFor();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    document.getElementById('main')?.focus();
  });
  let presses = 0;
  do await page.keyboard.press('Tab');
  while (++presses < 5 && !(await composer(page).evaluate((field) => field === document.activeElement)));
  await expect(composer(page)).toBeFocused();

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const skip = page.getByRole('link', { name: 'Skip to the message field' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
});

test('the switcher takes its own letters, keeps the message and goes nowhere by itself', async ({ showcase: page }) => {
  const url = page.url();
  await page.keyboard.type('half a thought');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Go to a conversation')).toBeFocused();
  expect(page.url()).toBe(url);
  await page.keyboard.type('zzz');
  await expect(page.getByText('Nothing found for “zzz”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('half a thought');
});

test('what is typed right after the shortcut is in the switcher, however slow its code comes', async ({
  showcase: page,
}) => {
  await page.route('**/room-switcher-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('showc', { delay: 20 });
  await expect(page.getByRole('option', { name: /Showcase/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
});

test('dialogs begin at their first field and give the focus back', async ({ showcase: page }) => {
  const open = page.getByRole('button', { name: 'New conversation' }).first();
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('With an agent')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  const menu = page.getByRole('button', { name: 'Conversation menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  // It hears keys once it has the focus, which is a frame after it is drawn.
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('the focus stays where it was when the button that had it goes', async ({ showcase: page }) => {
  const room = new URL(page.url()).pathname.split('/')[2];
  const data = { title: 'Weed the garden', instructions: 'All of it.' };
  expect((await page.request.post(`/v1/conversations/${room}/tasks`, { data })).status()).toBe(201);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('button', { name: 'Cancel task Weed the garden' }).press('Enter');
  await panel.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Keep it' })).toHaveCount(0);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Weed the garden' })).toBeFocused();
});

gardenerTest('Alt+W goes to each decision that waits in turn, and writes no letter', async ({ shop: { page } }) => {
  const cards = page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });
  await page.keyboard.press('Alt+w');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('');
  for (const count of [1, 2]) {
    await say(page, 'ask');
    await expect(cards).toHaveCount(count);
  }
  await page.keyboard.press('Alt+w');
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('Alt+w');
  await expect(cards.last()).toBeFocused();
  await expect(cards.last()).toBeInViewport();
  await page.keyboard.press('Alt+w');
  await expect(cards.first()).toBeFocused();

  await cards.first().getByRole('button', { name: 'Deny' }).click();
  await expect(cards.first().getByRole('status')).toContainText(/^Denied by you, /);
  await composer(page).focus();
  await page.keyboard.press('Alt+w');
  await expect(cards.last()).toBeFocused();
  await expect(composer(page)).toHaveValue('');
});
