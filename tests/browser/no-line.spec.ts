import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { keeps, keptWords } from './kept.ts';
import { startServer } from './own-server.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const mine = (page: Page, text: string) => page.getByRole('article', { name: 'You' }).filter({ hasText: text });
const roomOf = (page: Page) => /cnv_\w+/.exec(page.url())?.[0] ?? '';

/** What another device of the same person sends. */
async function sendElsewhere(page: Page, room: string, text: string): Promise<void> {
  const answer = await page.request.post(`/v1/conversations/${room}/messages`, { data: { text } });
  expect(answer.status()).toBe(201);
}

async function openRoom(page: Page): Promise<string> {
  const directory = await page.request.get('/v1/agents/directory?q=showcase');
  const { items } = (await directory.json()) as { items: { agentId: string }[] };
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [items[0]?.agentId] } });
  return ((await opened.json()) as { item: { conversationId: string } }).item.conversationId;
}

test('a reload without a line shows the list and the last page, and goes on by itself', async ({
  showcase: page,
  context,
}) => {
  await say(page, 'words of before');
  await keeps(page, 'words of before');
  await context.setOffline(true);
  await page.reload();
  await expect(list(page).getByRole('link', { name: /Showcase/ })).toBeVisible();
  await expect(mine(page, 'words of before')).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await say(page, 'words of meanwhile');
  await expect(mine(page, 'words of meanwhile')).toContainText('Not sent yet');
  await sendElsewhere(page, roomOf(page), 'words of elsewhere');

  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await context.setOffline(false);
  await expect(mine(page, 'words of elsewhere')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 15_000 });
  await expect(mine(page, 'words of meanwhile')).toHaveCount(1);
  await expect(page.getByText('Reconnecting')).toHaveCount(0);
  expect(loads).toEqual([]);
});

test('a phone that shows the list alone says there that it has no line', async ({ showcase: page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await say(page, 'words of before');
  await keeps(page, 'words of before');
  await page.getByRole('link', { name: 'Back to all conversations' }).click();
  await context.setOffline(true);
  await page.reload();
  await expect(list(page).getByRole('link', { name: /Showcase/ })).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

// The agent answers each of them.
test('more than a page of news takes the place of what was kept', async ({ showcase: page, context }) => {
  await say(page, 'words of before');
  await keeps(page, 'words of before');
  await context.setOffline(true);
  await page.reload();
  await expect(mine(page, 'words of before')).toBeVisible();
  for (let place = 1; place <= 30; place += 1) await sendElsewhere(page, roomOf(page), `news ${place}`);
  await context.setOffline(false);
  await expect(mine(page, 'news 30')).toBeVisible({ timeout: 15_000 });
});

test('without a line a room that was read can be opened, and one that was not says so', async ({
  showcase: page,
  context,
}) => {
  await say(page, 'words of before');
  const read = roomOf(page);
  const unread = await openRoom(page);
  await expect(list(page).locator(`a[href="/c/${unread}"]`)).toBeVisible();
  await keeps(page, 'words of before');
  await expect.poll(() => keptWords(page)).toContain(unread);
  // Rooms that are called alike are told apart by their first words.
  const name = list(page).locator(`a[href="/c/${read}"]`);
  await expect(name).toContainText('Showcase · words of before');
  await expect.poll(() => keptWords(page)).toContain(`["${read}",{"words":"words of before"`);
  await context.setOffline(true);
  await page.goto('/');
  await expect(name).toContainText('Showcase · words of before');
  await list(page).locator(`a[href="/c/${read}"]`).click();
  await expect(mine(page, 'words of before')).toBeVisible();
  await list(page).locator(`a[href="/c/${unread}"]`).click();
  await expect(page.getByText('This conversation cannot be read without a connection')).toBeVisible();
  await expect(page.getByText('Whether Showcase can be reached is not known')).toBeVisible();
  await expect(page.getByText('Showcase is doing nothing here.')).toHaveCount(0);
  await say(page, 'words into the dark');
  await expect(mine(page, 'words into the dark')).toBeInViewport();
  await context.setOffline(false);
  await expect(mine(page, 'words into the dark')).toContainText('Delivered', { timeout: 15_000 });
  await expect(page.getByText('cannot be read without')).toHaveCount(0, { timeout: 15_000 });
});

test('a room that is gone is removed from what is kept', async ({ showcase: page, context }) => {
  const room = roomOf(page);
  await say(page, 'words of a room that goes');
  await keeps(page, 'words of a room that goes');
  await page.goto('about:blank');
  await page.request.delete(`/v1/conversations/${room}`);
  await page.goto('/');
  await list(page).waitFor();
  await expect.poll(() => keptWords(page), { timeout: 15_000 }).not.toContain('words of a room that goes');
  await context.setOffline(true);
  await page.reload();
  await list(page).waitFor();
  await expect(list(page).locator(`a[href="/c/${room}"]`)).toHaveCount(0);
});

test('signing out erases what was kept', async ({ showcase: page, context }) => {
  await say(page, 'only for Ada');
  await keeps(page, 'only for Ada');
  await page.getByRole('button', { name: /@ada/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => keptWords(page)).toBe('');
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByText('Parley cannot be reached.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('only for Ada')).toHaveCount(0);
});

test('the next person of a browser sees nothing of the one before, with a line and without', async ({
  showcase: page,
  context,
  browser,
}) => {
  await say(page, 'only for Ada');
  const room = roomOf(page);
  await keeps(page, 'only for Ada');
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, 'Grace');
  await context.setOffline(true);
  await page.reload();
  await expect(mine(page, 'only for Ada')).toBeVisible();

  // The session becomes Grace’s while Ada’s rooms are shown from what is kept.
  await context.addCookies(await stranger.context().cookies());
  await context.setOffline(false);
  await expect(page.getByText('You are signed in as Grace now')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('only for Ada')).toHaveCount(0);
  await expect.poll(() => keptWords(page), { timeout: 15_000 }).not.toContain('only for Ada');
  await keeps(page, 'Grace');
  await context.setOffline(true);
  await page.goto(`/c/${room}`);
  await expect(page.getByRole('button', { name: /@grace/ })).toBeVisible();
  await expect(page.getByText('This conversation cannot be read without a connection')).toBeVisible();
  await expect(page.getByText('only for Ada')).toHaveCount(0);
});

test('a session that has ended meanwhile drops what was kept', async ({ showcase: page, context }) => {
  await say(page, 'only for Ada');
  await keeps(page, 'only for Ada');
  await context.setOffline(true);
  await page.reload();
  await expect(mine(page, 'only for Ada')).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: 15_000 });
  expect(await keptWords(page)).toBe('');
});

const started: { server?: ChildProcess; folder?: string } = {};
plain.afterEach(() => {
  started.server?.kill('SIGKILL');
  if (started.folder) rmSync(started.folder, { recursive: true, force: true });
});

plain('a reload while the server is down shows what is kept, and goes on once it is up', async ({ browser }) => {
  plain.setTimeout(180_000);
  const port = await freePort();
  const folder = (started.folder = mkdtempSync(join(tmpdir(), 'parley-no-line-')));
  const start = () => startServer(folder, port, (server) => (started.server = server));
  const server = await start();
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` });
  const page = await context.newPage();
  await signUp(page, 'Ada');
  const other = await (await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })).newPage();
  await signUp(other, 'Grace');
  const grace = (await (await other.request.get('/v1/session')).json()) as { item: { userId: string } };
  await other.close();
  const data = { agentIds: [], userIds: [grace.item.userId] };
  const made = await page.request.post('/v1/conversations', { data });
  const { item } = (await made.json()) as { item: { conversationId: string } };
  await page.goto(`/c/${item.conversationId}`);
  await say(page, 'words of before');
  await keeps(page, 'words of before');

  server.kill('SIGKILL');
  await page.reload();
  await expect(mine(page, 'words of before')).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await say(page, 'words of meanwhile');
  await start();
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 45_000 });
  await expect(mine(page, 'words of meanwhile')).toHaveCount(1);
  await expect(page.getByText('Reconnecting')).toHaveCount(0, { timeout: 45_000 });
  await context.close();
});
