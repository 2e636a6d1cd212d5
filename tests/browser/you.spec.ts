import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { newPerson, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const settings = (page: Page) => page.getByRole('navigation', { name: 'Your settings' });

for (const width of [1280, 360]) {
  test(`each page of one’s own is found from You, is no wider than ${width} pixels and breaks no rule`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 800 });
    await signUp(page, 'Ada');
    for (const name of [
      'Profile',
      'Wallet',
      'Notifications',
      'Sessions',
      'Tokens',
      'Password',
      'Blocked people',
      'Appearance',
    ]) {
      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'You' }).click();
      await settings(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectNoViolations(page, `you-${name}`);
    }
  });
}

test('a name is changed by keyboard and stays, and one that is refused is said at its field', async ({ page }) => {
  await newPerson(page, 'Ada');
  await page.goto('/you');
  const name = page.getByLabel('Display name');
  await name.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await name.press('Control+a');
  await page.keyboard.type('Parley');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveValue('Parley');
  await page.reload();
  await expect(name).toHaveValue('Ada Lovelace');
});

test('the wallet shows the coins and what moved them', async ({ page }) => {
  await newPerson(page, 'Ada');
  await page.goto('/you/wallet');
  await expect(page.getByText('100 coins', { exact: true })).toBeVisible();
  const rows = page.getByRole('region', { name: 'History' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('+100');
});

test('another session is seen and signed out, and so are all others', async ({ page, browser }) => {
  const handle = await signUp(page, 'Ada');
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  for (const context of contexts) {
    const data = { handle, password: 'a long enough password' };
    await context.request.post(new URL('/v1/session', page.url()).href, { data });
  }
  await page.goto('/you/sessions');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(sessions.first()).toContainText('Chrome on Linux');
  await sessions
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This one');
  for (const context of contexts) {
    expect((await context.request.get(new URL('/v1/session', page.url()).href)).status()).toBe(401);
    await context.close();
  }
});

test('a token is made, shown once, works, and is revoked', async ({ page, playwright, baseURL }) => {
  await newPerson(page, 'Ada');
  await page.goto('/you/tokens');
  await expect(page.getByText('You have no tokens.')).toBeVisible();
  await page.getByRole('button', { name: 'Create token' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Backup script');
  await page.getByLabel('Expires').selectOption({ label: 'In 30 days' });
  await expectNoViolations(page, 'new-token');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Backup script' });
  await expect(dialog).toContainText('shown this once');
  await expectNoViolations(page, 'token');
  const token = (await dialog.locator('code').textContent()) ?? '';
  const program = await playwright.request.newContext(
    baseURL === undefined ? {} : { baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } },
  );
  expect((await program.get('/v1/session')).status()).toBe(200);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const tokens = page.getByRole('list', { name: 'Tokens' });
  await expect(tokens).toContainText('Backup script');
  await expect(tokens).toContainText('expires');
  await expect(page.getByText(token)).toHaveCount(0);
  await tokens.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no tokens.')).toBeVisible();
  expect((await program.get('/v1/session')).status()).toBe(401);
  await program.dispose();
});

test('a wrong password is said at its field, the right one changes it', async ({ page }) => {
  const handle = await newPerson(page, 'Ada');
  await page.goto('/you/password');
  const current = page.getByLabel('Current password');
  await current.focus();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Tab');
  await page.keyboard.type('an even longer password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('New password')).toHaveValue('an even longer password');
  await current.fill('a long enough password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await page.goto('/you');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Username').fill(handle);
  await page.getByLabel('Password').fill('an even longer password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'You', level: 1 })).toBeVisible();
});

test('a person is blocked by their handle and unblocked', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const grace = await signUp(await context.newPage(), 'Grace');
  const own = await signUp(page, 'Ada');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/you/blocked');
  const field = page.getByLabel('Username of the person');
  await field.fill(own);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('You cannot block yourself.')).toBeVisible();
  await field.fill('nobody-of-that-name');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Nobody has this username.')).toBeVisible();
  await field.fill(`@${grace}`);
  await field.press('Enter');
  const blocked = page.getByRole('list', { name: 'Blocked people' });
  await expect(blocked).toContainText('Grace');
  await expectNoViolations(page, 'blocked-one');
  await blocked.getByRole('button', { name: 'Unblock Grace' }).click();
  await expect(page.getByText('You have blocked nobody.')).toBeVisible();
  await context.close();
});

test('the look is chosen on its page and stays', async ({ page }) => {
  await newPerson(page, 'Ada');
  await page.goto('/you/appearance');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('radio', { name: 'As the system' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
