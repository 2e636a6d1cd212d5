import { expect } from '@playwright/test';
import { say } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './gardener.ts';

test('what waits is denied from the palette, and is approved only where its arguments stand', async ({
  shop: { page },
}) => {
  await say(page, 'ask');
  const card = page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });
  await expect(card.getByRole('button', { name: 'Deny' })).toBeEnabled();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('approve');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inbox');
  await expect(card.getByRole('button', { name: 'Approve 3 coins' })).toBeVisible();
  await page.goBack();
  await expect(card).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('deny');
  await expect(page.getByRole('option', { name: /^Deny: / })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status')).toContainText(/^Denied by you, /);
});

test('on a phone dialogs come from below and are as wide as the screen', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Go to a conversation' }).click();
  const palette = page.getByRole('dialog');
  await expect(page.getByRole('option', { name: 'New conversation' })).toBeVisible();
  await expectNoViolations(page);
  const { y, height, width } = (await palette.boundingBox()) ?? { y: 0, height: 0, width: 0 };
  expect([Math.round(y + height), width]).toEqual([740, 360]);
  await page.getByRole('option', { name: 'New conversation' }).click();
  await expect(page.getByLabel('With an agent')).toBeVisible();
  await expectNoViolations(page);
});
