import { expect } from '@playwright/test';
import { expectNoViolations, test } from './gardener.ts';

test('beside a room stands what its agent may do and does, and it can be closed for good', async ({
  shop: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(['Gardener', 'Permissions', 'Now', 'In this room']);
  const scope = panel.getByRole('switch', { name: 'coin.charge' });
  await expect(scope).toBeChecked();
  await expect(panel).toContainText('Connected');
  await expectNoViolations(page);
  await scope.focus();
  await page.keyboard.press('Space');
  await expect(panel).toContainText('not granted');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(scope).not.toBeChecked();
});

test('on a narrow screen the same comes from below, and goes with Escape', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const button = page.getByRole('button', { name: 'Details' });
  await button.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Details' });
  await expect(sheet.getByRole('heading', { name: 'Permissions' })).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('an open task is seen in the panel and cancelled there', async ({ shop: { page, room } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const given = await page.request.post(`/v1/conversations/${room}/tasks`, {
    data: { title: 'Water the ficus', instructions: 'wait for me' },
  });
  expect(given.ok()).toBe(true);
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('Water the ficus');
  await now.getByRole('button', { name: 'Cancel task Water the ficus' }).click();
  await now.getByRole('button', { name: 'Cancel task' }).click();
  await expect(now).toContainText('doing nothing');
});
