import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './organisation.ts';

const fresh = 'staple of correct batteries';

test('an administrator makes a link for a new password, and its person sets one and reads what was done', async ({
  organisation: { page, join },
  browser,
}) => {
  await join('ben', 'Ben');
  await page.goto('/server/people');
  await page.getByRole('link', { name: /Ben/ }).click();
  await page.getByRole('button', { name: 'Make a link for a new password' }).click();
  const dialog = page.getByRole('dialog', { name: 'A link for a new password' });
  await expect(dialog).toContainText('This link is shown this once.');
  await expectNoViolations(page);
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have copied it' }).click();

  const elsewhere = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  const response = await elsewhere.goto(link);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await expectNoViolations(elsewhere);
  await elsewhere.getByLabel('Password').fill(fresh);
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere.getByText('Your password is set.')).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Sign in' }).click();
  await elsewhere.getByLabel('Username').fill('ben');
  await elsewhere.getByLabel('Password').fill(fresh);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByRole('link', { name: 'Inbox' }).click();
  await expect(elsewhere.getByText('An administrator made a link for a new password of yours.')).toBeVisible();
  await expectNoViolations(elsewhere);
  await elsewhere.getByRole('button', { name: 'Put away' }).click();
  await expect(elsewhere.getByText('An administrator made a link')).toHaveCount(0);

  await elsewhere.goto(link);
  await elsewhere.getByLabel('Password').fill(fresh);
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('This link cannot be used');
  await elsewhere.context().close();
});

test('who has forgotten a password asks for a link, and a link that is unknown says so', async ({
  organisation: { page },
  browser,
}) => {
  const origin = new URL(page.url()).origin;
  const stranger = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await stranger.goto(`${origin}/sign-in`);
  await stranger.getByRole('link', { name: 'Forgotten your password?' }).click();
  await stranger.getByLabel('Username or mail address').fill('nobody');
  await stranger.getByRole('button', { name: 'Send a link' }).click();
  await expect(stranger.getByText('If there is such an account')).toBeVisible();
  await expectNoViolations(stranger);
  await stranger.goto(`${origin}/recover#nothing`);
  await stranger.getByLabel('Password').fill(fresh);
  await stranger.getByRole('button', { name: 'Set password' }).click();
  await expect(stranger.getByRole('alert')).toContainText('This link cannot be used');
  await stranger.goto(`${origin}/verify#nothing`);
  await expect(stranger.getByText('Sign in as the person who asked')).toBeVisible();
  await stranger.context().close();

  await page.goto('/verify#nothing');
  await page.getByRole('button', { name: 'This is my address' }).click();
  await expect(page.getByRole('alert')).toContainText('This link cannot be used');
  await page.goto('/you/email');
  await page.getByLabel('New mail address').fill('ada@parley.example');
  await page.getByRole('button', { name: 'Send a link to verify it' }).click();
  await expect(page.getByRole('alert')).toContainText('This server sends no mail');
  await expectNoViolations(page);
});
