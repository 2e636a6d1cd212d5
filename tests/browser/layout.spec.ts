import { expect } from '@playwright/test';
import { say, signInAsDemo, test } from './demo.ts';

test('the app looks as it should, wide and narrow, light and dark', async ({ showcase: page }, testInfo) => {
  await say(page, 'help');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  for (const width of [1280, 360]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: testInfo.outputPath(`room-${width}-${colorScheme}.png`) });
    }
  }
});

test('a narrow screen shows one pane at a time', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAsDemo(page);
  const rooms = page.getByRole('navigation', { name: 'Conversations' });
  await page.goto('/');
  await expect(rooms).toBeVisible();
  await expect(page.getByRole('textbox')).toBeHidden();
  await rooms.getByRole('link').first().click();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect(rooms).toBeHidden();
  await page.getByRole('link', { name: 'Back to all conversations' }).click();
  await expect(rooms).toBeVisible();
});

test('nothing is wider than a screen of 320 pixels', async ({ showcase: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await say(page, 'show every block');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  for (const path of [page.url(), '/', '/agents', '/agents/new']) {
    await page.goto(path);
    await page.waitForLoadState('load');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
  }
});

test('the theme can be chosen and stays chosen', async ({ showcase: page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: /@ada/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
});
