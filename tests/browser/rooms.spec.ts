import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');

async function inMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** A page of another person, and their handle. */
async function another(browser: Browser, name: string): Promise<{ page: Page; handle: string }> {
  const page = await (await browser.newContext()).newPage();
  return { page, handle: await signUp(page, name) };
}

for (const width of [1280, 360]) {
  test(`a room is renamed, muted and searched at ${width} px`, async ({ showcase: page }) => {
    await page.setViewportSize({ width, height: 800 });
    await inMenu(page, 'Rename…');
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type('Water the plants');
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Water the plants');
    await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeVisible();

    await inMenu(page, 'Mute until tomorrow');
    await inMenu(page, 'Notifications…');
    await expect(dialog(page)).toContainText('Muted until');
    await dialog(page).getByRole('combobox', { name: 'Notify me about' }).selectOption({ label: 'Decisions only' });
    await dialog(page).getByRole('button', { name: 'Unmute' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
    await page.reload();
    await expect(heading(page)).toHaveText('Water the plants');
    await inMenu(page, 'Notifications…');
    await expect(dialog(page).getByRole('combobox', { name: 'Notify me about' })).toHaveValue('decisions');
    await page.keyboard.press('Escape');

    await say(page, 'the ficus is dry');
    await expect(page.getByRole('article', { name: 'Showcase' })).toBeVisible();
    await page.getByRole('button', { name: 'Search in this room' }).click();
    await page.keyboard.type('ficus');
    const found = page.getByRole('list', { name: 'Messages found' }).getByRole('link', { name: /^You/ });
    await found.click();
    await expect(page).toHaveURL(/\/m\/msg_/);
    await expect(page.getByRole('article', { name: 'You' }).getByText('the ficus is dry')).toBeInViewport();
    await page.getByRole('searchbox', { name: 'Search messages' }).press('Escape');
    await expect(page.getByRole('search', { name: 'Search in this room' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeFocused();
  });
}

test('a name is seen by everyone at once, and can be taken away', async ({ showcase: page, browser }) => {
  const other = await another(browser, 'Bea');
  await inMenu(page, 'Members…');
  await dialog(page).getByRole('textbox', { name: 'Add a person' }).click();
  await page.keyboard.type(`@${other.handle}`);
  await dialog(page).getByRole('button', { name: 'Add Bea' }).waitFor();
  await page.keyboard.press('Enter');
  const members = dialog(page).getByRole('list', { name: 'Members' });
  await expect(members.getByRole('listitem')).toHaveCount(3);
  await expect(members).toContainText('opened this conversation');
  await page.keyboard.press('Escape');

  await other.page.goto(page.url());
  await expect(heading(other.page)).toHaveText('Showcase, Ada');
  await page.getByRole('button', { name: 'Rename' }).first().click();
  await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Team lunch');
  await page.keyboard.press('Enter');
  for (const each of [page, other.page]) {
    await expect(heading(each)).toHaveText('Team lunch');
    await expect(each.getByRole('navigation', { name: 'Conversations' })).toContainText('Team lunch');
  }
  await inMenu(other.page, 'Rename…');
  await expect(dialog(other.page).getByRole('textbox', { name: 'Title' })).toBeFocused();
  await other.page.keyboard.press('Delete');
  await other.page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Showcase, Bea');

  await inMenu(other.page, 'Members…');
  await expect(dialog(other.page).getByRole('button', { name: 'Remove Ada' })).toHaveCount(0);
  await dialog(other.page).getByRole('button', { name: 'Block Ada' }).click();
  await expect(dialog(other.page).getByRole('button', { name: 'Unblock Ada' })).toBeVisible();
  await dialog(other.page).getByRole('button', { name: 'Unblock Ada' }).click();
  await expect(dialog(other.page).getByRole('button', { name: 'Block Ada' })).toBeVisible();

  await inMenu(page, 'Members…');
  await dialog(page).getByRole('button', { name: 'Remove Bea' }).click();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Bea' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Remove Showcase' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Add an agent' }).click();
  await page.keyboard.type('showcase');
  await dialog(page).getByRole('button', { name: 'Add Showcase' }).click();
  await expect(dialog(page).getByRole('list', { name: 'Members' })).toContainText('Showcase');
  await expect(dialog(other.page)).toHaveCount(0);
  await other.page.context().close();
});

test('a new thread with the same agent takes one key, and threads are told apart by their first words', async ({
  showcase: page,
}) => {
  const first = page.url();
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' })).toBeVisible();
  await page.keyboard.press('Control+Shift+O');
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeFocused();
  await page.keyboard.type('hello, second thread');
  await page.keyboard.press('Enter');
  const rooms = page.getByRole('navigation', { name: 'Conversations' });
  await expect(rooms.getByRole('link', { name: /Showcase · hello, second thread/ })).toBeVisible();
  await expect(rooms.getByRole('link', { name: /Showcase · help/ })).toBeVisible();
  await expect(heading(page)).toHaveText('Showcase · hello, second thread');
  await inMenu(page, /New thread with Showcase/);
  await expect(rooms.getByRole('link')).toHaveCount(3);
  await inMenu(page, 'Keyboard shortcuts');
  await expect(dialog(page)).toContainText('New thread with the same agent');
  await page.keyboard.press('Escape');
  await inMenu(page, 'Delete…');
  await dialog(page).getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(rooms.getByRole('link')).toHaveCount(2);
});
