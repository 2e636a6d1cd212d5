import { expect } from '@playwright/test';
import { newPerson, test as asMember } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { password, test } from './organisation.ts';

asMember('a person asks for an export, downloads it, and erases their account', async ({ page }) => {
  const handle = await newPerson(page, 'Mia');
  await page.goto('/you/data');
  await expect(page.getByText('No exports yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for an export' }).click();
  const list = page.getByRole('list', { name: 'Export' });
  await expect(list).toContainText('Ready', { timeout: 15_000 });
  await expectNoViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exp_\w+\.zip$/);

  await page.getByRole('button', { name: 'Erase my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' });
  await dialog.getByLabel('Type your username').fill('somebody');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog).toContainText('This is not the handle of the person.');
  await expectNoViolations(page);
  await dialog.getByLabel('Type your username').fill(handle);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('an administrator asks for the export of a person, who is told, and erases them', async ({
  organisation: { page, pass, join },
}) => {
  await join('ben', 'Ben');
  await page.goto('/server/people');
  await page.getByRole('link', { name: /Ben/ }).click();
  await page.getByRole('button', { name: 'Ask for an export' }).click();
  const list = page.getByRole('list', { name: 'Export' });
  await expect(list).toContainText('You can download it from', { timeout: 15_000 });
  await expectNoViolations(page);
  pass(24 * 60 + 1);
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^exp_\w+\.zip$/);

  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Ben?' });
  await dialog.getByLabel('Type their username, ben').fill('ben');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  const fresh = page.getByRole('dialog', { name: 'Your password, please' });
  await fresh.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Erased', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Deleted person' })).toBeVisible();
  await expectNoViolations(page);
});

test('a person whose session is old proves who they are before they erase their account', async ({
  organisation: { page, pass },
}) => {
  pass(11);
  await page.goto('/you/data');
  await page.getByRole('button', { name: 'Erase my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase your account?' });
  await dialog.getByLabel('Type your username, ada').fill('ada');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  const fresh = page.getByRole('dialog', { name: 'Your password, please' });
  await expectNoViolations(page);
  await fresh.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(fresh).toBeHidden();
  await expect(dialog).toContainText('this is the last active one');
});
