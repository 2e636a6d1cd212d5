import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signUp, test } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^\\S* ?${name}`) });
const show = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true });
const titles = (page: Page) =>
  list(page)
    .getByRole('listitem')
    .getByText(/^(?:Roses|Tulips|Ferns)$/)
    .allTextContents();

/** Opens a room with this name; the newest is the first of the list. */
async function openNamed(page: Page, title: string): Promise<string> {
  const opened = await page.request.post('/v1/conversations', {
    data: { agentIds: [], userIds: [await friend(page)] },
  });
  const { item } = (await opened.json()) as { item: { conversationId: string } };
  await page.request.patch(`/v1/conversations/${item.conversationId}`, { data: { title } });
  await page.request.post(`/v1/conversations/${item.conversationId}/messages`, { data: { text: `About ${title}` } });
  return item.conversationId;
}

let bea = '';

async function friend(page: Page): Promise<string> {
  const found = await page.request.get(`/v1/users?handle=${bea}`);
  return ((await found.json()) as { items: { userId: string }[] }).items[0]?.userId ?? '';
}

for (const width of [1280, 360]) {
  test(`§28 rooms are pinned, archived and filtered by key and from the menu, at ${width} px`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: 780 });
    const other = await (await browser.newContext()).newPage();
    bea = await signUp(other, 'Bea');
    await signUp(page, 'Ada');
    const roses = await openNamed(page, 'Roses');
    await openNamed(page, 'Tulips');
    await openNamed(page, 'Ferns');
    await page.goto('/');
    await expect.poll(() => titles(page)).toEqual(['Ferns', 'Tulips', 'Roses']);

    await row(page, 'Roses').focus();
    await page.keyboard.press('Alt+p');
    await expect.poll(() => titles(page)).toEqual(['Roses', 'Ferns', 'Tulips']);
    await expect(row(page, 'Roses').getByLabel('Pinned')).toBeVisible();
    await row(page, 'Ferns').focus();
    await page.keyboard.press('Alt+a');
    await expect.poll(() => titles(page)).toEqual(['Roses', 'Tulips']);
    await expect(row(page, 'Tulips')).toBeFocused();
    await expect(page.getByText('Ferns is archived until a new message comes.')).toBeVisible();
    await expectNoViolations(page, `list-${width}`);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Roses', 'Tulips']);

    await show(page, 'Archived').press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Ferns']);
    await expectNoViolations(page, `archived-${width}`);
    await row(page, 'Ferns').click();
    await expect(page.getByRole('log')).toContainText('About Ferns');
    await page.getByRole('button', { name: 'Conversation menu' }).press('Enter');
    await expectNoViolations(page, `menu-${width}`);
    await page.getByRole('menuitem', { name: 'Unarchive' }).press('Enter');
    await expect(page.getByText('Ferns is back in the list.')).toBeVisible();
    await page.goto('/inbox');
    await page.goto('/');
    await show(page, 'All').press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Roses', 'Ferns', 'Tulips']);

    await show(page, 'Unread').press('Enter');
    await expect(list(page).getByRole('heading', { name: 'Nothing unread' })).toBeVisible();
    await other.request.post(`/v1/conversations/${roses}/messages`, { data: { text: 'They bloom' } });
    await expect.poll(() => titles(page)).toEqual(['Roses']);
    await show(page, 'All').press('Enter');
    await row(page, 'Roses').focus();
    await page.keyboard.press('Alt+a');
    await expect.poll(() => titles(page)).toEqual(['Ferns', 'Tulips']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titles(page)).toEqual(['Roses', 'Ferns', 'Tulips']);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Pin or unpin');
    await other.context().close();
  });
}

test('§28 a new message brings an archived room back', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  bea = await signUp(other, 'Bea');
  await signUp(page, 'Ada');
  const roses = await openNamed(page, 'Roses');
  await openNamed(page, 'Ferns');
  await page.goto(`/c/${roses}`);
  await row(page, 'Roses').focus();
  await page.keyboard.press('Alt+a');
  await expect.poll(() => titles(page)).toEqual(['Ferns']);
  await expect(page.getByRole('log')).toContainText('About Roses');
  await other.request.post(`/v1/conversations/${roses}/messages`, { data: { text: 'They bloom' } });
  await expect.poll(() => titles(page)).toEqual(['Roses', 'Ferns']);
  await other.context().close();
});
