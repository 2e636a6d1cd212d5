import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { freshHandle } from './fresh-handle.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const mine = (page: Page, text: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: text });
const its = (page: Page) => page.getByRole('article', { name: 'Showcase' });

for (const width of [1280, 360]) {
  test(`a message is copied and quoted, with the pointer and by key, at ${width} px`, async ({
    showcase: page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height: 780 });
    await say(page, 'the ficus is dry');
    await expect(its(page)).toBeVisible();
    await mine(page, 'the ficus is dry').hover();
    await mine(page, 'the ficus is dry').getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy message' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('the ficus is dry');

    await field(page).click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(its(page).last()).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(mine(page, 'the ficus is dry')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Quote' }).press('Enter');
    await expect(field(page)).toHaveValue('> the ficus is dry\n\n');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('It is wet now.');
    await expect(field(page)).toHaveValue('> the ficus is dry\n\nIt is wet now.');
  });
}

test('words that are not answered yet come back to be edited, and no answer comes to the first', async ({ page }) => {
  await signUp(page, 'Ada');
  const handle = freshHandle('sleeper');
  const manifest = { version: '1', handle, name: 'Sleeper', description: 'Does not answer.', transport: 'relay' };
  const made = (await (await page.request.post('/v1/agents', { data: { manifest } })).json()) as {
    item: { agentId: string };
  };
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [made.item.agentId] } });
  const { item } = (await opened.json()) as { item: { conversationId: string } };
  await page.goto(`/c/${item.conversationId}`);
  await say(page, 'Water the fcius');
  await mine(page, 'Water the fcius').hover();
  await mine(page, 'Water the fcius').getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit and resend' }).click();
  await expect(field(page)).toHaveValue('Water the fcius');
  await expect(field(page)).toBeFocused();
  await expect(page.getByText('You stopped the answer.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Water the ficus');
  await page.keyboard.press('Enter');
  await expect(mine(page, 'Water the ficus')).toBeVisible();
  await expect(mine(page, 'Water the fcius')).toContainText('You stopped the answer.');
});

test('words that were answered are not taken back', async ({ showcase: page }) => {
  await say(page, 'help');
  await expect(its(page)).toBeVisible();
  await mine(page, 'help').hover();
  await mine(page, 'help').getByRole('button', { name: 'Message actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy message' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Edit and resend' })).toHaveCount(0);
});

test('one voice says that an answer begins and is over, and the log is silent', async ({ showcase: page }) => {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const voice of document.querySelectorAll('[role="status"]')) {
        if (/answer/.test(voice.textContent) && said.at(-1) !== voice.textContent) said.push(voice.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await say(page, 'stream a story');
  // One's own words are busy, too, until they are sent.
  const draft = its(page).and(page.locator('[aria-busy="true"]'));
  await expect(draft).toBeVisible();
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off');
  await expect(draft).toHaveCount(0, { timeout: 25_000 });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
    .toEqual(['Showcase is answering', 'Showcase answered']);
  await expect(its(page).last()).toHaveAttribute('aria-posinset', '2');
  await expect(its(page).last()).toHaveAttribute('aria-setsize', '2');
});

test('what is new is a button and a key away, and so is the next room with something new', async ({
  showcase: page,
  browser,
}) => {
  test.setTimeout(90_000);
  const other = await (await browser.newContext()).newPage();
  const bea = await signUp(other, 'Bea');
  const id = page.url().split('/').pop() ?? '';
  const found = (await (await page.request.get(`/v1/users?handle=${bea}`)).json()) as { items: { userId: string }[] };
  await page.request.post(`/v1/conversations/${id}/members`, { data: { userId: found.items[0]?.userId } });
  let first = '';
  for (let i = 1; i <= 40; i += 1) {
    const sent = await page.request.post(`/v1/conversations/${id}/messages`, { data: { text: `Old ${i}` } });
    if (i === 1) first = ((await sent.json()) as { messageId: string }).messageId;
  }
  await page.goto('/inbox');
  for (let i = 1; i <= 30; i += 1) {
    await other.request.post(`/v1/conversations/${id}/messages`, { data: { text: `Fresh ${i}` } });
  }
  await page.goto(`/c/${id}/m/${first}`);
  await expect(mine(page, 'Old 1').first()).toBeInViewport();
  await expect(page.getByRole('button', { name: /^\d+ new messages$/ })).toBeVisible();
  await page.keyboard.press('Alt+PageUp');
  await expect(page.getByRole('log').getByText('New', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^\d+ new messages$/ })).toHaveCount(0);
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByRole('button', { name: 'To the end' })).toHaveCount(0);

  await page.keyboard.press('Control+Shift+O');
  await expect(page).not.toHaveURL(new RegExp(id));
  await other.request.post(`/v1/conversations/${id}/messages`, { data: { text: 'One more' } });
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toContainText('One more');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(page).toHaveURL(new RegExp(`/c/${id}$`));
  await other.context().close();
});
