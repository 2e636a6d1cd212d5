import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';

/** Waits until the browser keeps the app. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('the app opens without a connection once the browser has kept it', async ({ showcase: page, context }) => {
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('alert').or(page.getByText('Reconnecting')).first()).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message to Showcase' })).toBeVisible();
});

test('what is kept never holds an answer of the server', async ({ showcase: page }) => {
  await kept(page);
  await page.reload();
  await page.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
  const paths = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
});

test('of the sentences, those of the page’s language are kept alone', async ({ showcase: page }) => {
  await kept(page);
  const texts = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const answers = (await Promise.all(caches.map((cache) => cache.matchAll()))).flat();
    return Promise.all(answers.map((answer) => answer.text()));
  });
  expect(texts.some((text) => text.includes('Keep quiet at certain hours'))).toBe(true);
  expect(texts.filter((text) => /Ruhezeiten|Agent angehalten/u.test(text))).toEqual([]);
});

test('the app can be installed, with icons that are there', async ({ page }) => {
  await page.goto('/sign-in');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(href ?? '');
  const manifest = (await answer.json()) as {
    display: string;
    icons: { src: string; type: string; sizes: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest.display).toBe('standalone');
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    'any any',
  ]);
  for (const { name, url } of manifest.shortcuts) expect((await page.goto(url))?.status(), name).toBe(200);
});

test('an address that is not there is said to be so by the app', async ({ page }) => {
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go home' })).toBeVisible();
});

test('a part that does not come leaves the rest as it is', async ({ showcase: page }) => {
  await page.route('**/new-conversation-*.js', (route) => route.abort());
  await page.keyboard.type('half a thought');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  // It may be that the server has a newer app, so that is tried once.
  await reloaded;
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await expect(page.getByText('That could not be opened')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveValue('half a thought');
});
