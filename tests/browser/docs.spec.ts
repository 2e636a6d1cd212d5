import { expect, test } from '@playwright/test';
import { looks, violationsOf } from './violations-of.ts';

for (const { width, colorScheme } of looks)
  test(`§6 the page of the contract is in order at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    // Every rule is asked of every route.
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto('/docs#sendMessage');
    await expect(page.locator('#sendMessage')).toHaveAttribute('open');
    await page.locator('#reply > summary').press('Enter');
    await expect(page.locator('#reply').getByRole('heading', { name: 'Refusals' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

test('§6 a search leaves what has the words, and a link shows what it had hidden', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('wallet');
  await expect(page.locator('#getWallet')).toBeVisible();
  await expect(page.locator('#signUp')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'People' })).toBeHidden();
  await page.getByRole('searchbox').fill('nothing has these words');
  await expect(page.getByText('Nothing on this page has these words.')).toBeVisible();
  await page.goto('/docs#signUp');
  await expect(page.locator('#signUp')).toBeVisible();
  await expect(page.locator('#signUp')).toHaveAttribute('open');
});
