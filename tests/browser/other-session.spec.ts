import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp, test } from './demo.ts';

const demoLink = () => process.env['PARLEY_DEMO_LINK'] ?? '';
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });

/** Opens the demo in another tab of the same browser, as somebody who is signed in. */
async function openDemo(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(demoLink());
  await expect(other.getByRole('heading', { name: 'You are signed in as Ada' })).toBeVisible();
  await other.getByRole('button', { name: 'Sign out and open the demo' }).click();
  await box(other).waitFor();
  return other;
}

test('§27 the demo link asks first, and whoever says no stays who they are', async ({ showcase: page }) => {
  const other = await page.context().newPage();
  await other.goto(demoLink());
  await other.getByRole('link', { name: 'Stay as Ada' }).click();
  await other.getByRole('navigation', { name: 'Conversations' }).waitFor();
  const { item } = (await (await other.request.get('/v1/session')).json()) as { item: { displayName: string } };
  expect(item.displayName).toBe('Ada');
});

test('§27 a tab of Ada’s shows who is signed in once the demo was opened in another', async ({ showcase: page }) => {
  await box(page).fill('half a thought of Ada’s');
  const other = await openDemo(page);
  await expect(page.getByText('You are signed in as Demo now')).toBeVisible();
  await expect(page.getByRole('button', { name: /Demo/ }).first()).toBeVisible();
  expect(await other.evaluate(() => Object.values(localStorage).join())).not.toContain('half a thought');
});

test('§27 with the cookie replaced, what Ada sends is stored under nobody else’s name', async ({
  showcase: page,
  browser,
}) => {
  const ada = (await (await page.request.get('/v1/session')).json()) as { item: { userId: string; handle: string } };
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, 'Grace');
  const [cookie] = (await stranger.context().cookies()).filter(({ name }) => name === 'parley_session');
  if (!cookie) throw new Error('Grace has no session.');
  const refused = page.waitForResponse((answer) => answer.status() === 409);
  await page.context().addCookies([cookie]);
  await say(page, 'only ever Ada’s');
  expect(((await (await refused).json()) as { error: { code: string } }).error.code).toBe('other_session');
  await expect(page.getByText('You are signed in as Grace now')).toBeVisible();
  const found = await stranger.request.get('/v1/search/messages?q=ever');
  expect(((await found.json()) as { items: unknown[] }).items).toEqual([]);

  // Ada’s words wait for Ada, and are sent when she is back.
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Username').fill(ada.item.handle);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  await expect
    .poll(async () => {
      const answer = await page.request.get('/v1/search/messages?q=ever');
      const { items } = (await answer.json()) as { items: { author: { type: string } }[] };
      // The agent repeats her words in its answer.
      return items.filter(({ author }) => author.type === 'user').length;
    })
    .toBe(1);
});

for (const event of ['focus', 'visibilitychange'] as const) {
  test(`§27 a tab reads who is signed in on ${event}, where no other tab has told it`, async ({
    showcase: page,
    browser,
  }) => {
    const stranger = await (await browser.newContext()).newPage();
    await signUp(stranger, 'Grace');
    const [cookie] = (await stranger.context().cookies()).filter(({ name }) => name === 'parley_session');
    if (!cookie) throw new Error('Grace has no session.');
    await page.context().addCookies([cookie]);
    await expect(page.getByText('You are signed in as Grace now')).toHaveCount(0);
    await page.evaluate((type) => {
      const target = type === 'focus' ? window : document;
      target.dispatchEvent(new Event(type));
    }, event);
    await expect(page.getByText('You are signed in as Grace now')).toBeVisible();
    await stranger.context().close();
  });
}

test('§27 every call that the app makes says whose it is, and its stream too', async ({ showcase: page }) => {
  const { item } = (await (await page.request.get('/v1/session')).json()) as { item: { userId: string } };
  const without: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/v1/') || request.resourceType() === 'image') return;
    if (request.headers()['x-parley-user'] !== item.userId) without.push(`${request.method()} ${pathname}`);
  });
  const stream = page.waitForRequest('**/v1/feed');
  await page.reload();
  await stream;
  await say(page, 'hello');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  // A file goes by XMLHttpRequest.
  const uploaded = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/v1/assets'));
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('for Ada alone') };
  await page.locator('input[type="file"]').setInputFiles(file);
  await uploaded;
  expect(without).toEqual([]);
});

test('§27 what was kept of an asset is not shown to the next person', async ({ showcase: page, browser }) => {
  const assetId = await page.evaluate(async () => {
    const form = new FormData();
    form.append('file', new Blob(['for Ada alone']), 'a.txt');
    const answer = await fetch('/v1/assets', { method: 'POST', body: form });
    return ((await answer.json()) as { item: { assetId: string } }).item.assetId;
  });
  const read = () => page.evaluate(async (id) => (await fetch(`/v1/assets/${id}`)).status, assetId);
  expect([await read(), await read()]).toEqual([200, 200]);
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, 'Grace');
  await page.context().addCookies(await stranger.context().cookies());
  expect(await read()).toBe(404);
});
