import { expect, test } from '@playwright/test';
import { signUp } from './demo.ts';

test('a person signs out and in again, and lands where they wanted to go', async ({ page }) => {
  const handle = await signUp(page, 'Barbara');
  await page.getByRole('button', { name: new RegExp(`@${handle}`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.goto('/agents');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Username').fill(handle);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The username or the password is wrong.');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your agents' })).toBeVisible();
});

test('two people write to each other, and each sees it without reloading', async ({ page, browser }) => {
  const ada = await signUp(page, 'Ada');
  const other = await (await browser.newContext()).newPage();
  const grace = await signUp(other, 'Grace');

  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('With a person').fill(grace);
  await page.getByRole('button', { name: 'Add Grace' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('textbox', { name: 'Message to Grace' }).fill('Good morning');
  await page.keyboard.press('Enter');

  const row = other.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Ada/ });
  await expect(row).toContainText('1 unread');
  await expect(other).toHaveTitle(/^\(1\)/);
  await row.click();
  await expect(other.getByRole('log')).toContainText('Good morning');
  await expect(row).not.toContainText('unread');
  await other.getByRole('textbox', { name: 'Message to Ada' }).fill(`Good morning, @${ada}`);
  await other.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText(`Good morning, @${ada}`);
});

test('the switcher finds a room by its name', async ({ page }) => {
  await signUp(page, 'Donald');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('With an agent').fill('showcase');
  await page.getByRole('radio', { name: /Showcase/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a conversation').fill('showc');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
});
