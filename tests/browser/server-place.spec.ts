import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signUp, test as asMember } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { password, test } from './organisation.ts';

asMember('the place of the server is not there for people who are no administrators', async ({ page }) => {
  await signUp(page, 'Mia');
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link')).toHaveCount(5);
  await page.goto('/server/people');
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
});

test('an administrator finds people by words, role and status, by keyboard', async ({ organisation }) => {
  const { page, join } = organisation;
  await join('ben', 'Ben Bitdiddle');
  await join('cyd', 'Cyd Charisse');
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByRole('link', { name: 'People' }).click();
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people).toHaveText([/Cyd Charisse/, /Ben Bitdiddle/, /Ada.*you.*Administrator/]);
  await expectNoViolations(page);
  await page.keyboard.press('/');
  await page.keyboard.type('bitd');
  await expect(people).toHaveText([/Ben Bitdiddle/]);
  await page.getByLabel('Search people').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ben Bitdiddle' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Search people')).toHaveValue('bitd');
  await page.getByLabel('Search people').fill('');
  await page.getByLabel('Role').selectOption('Administrator');
  await expect(people).toHaveText([/Ada/]);
  await page.getByLabel('Status').selectOption('Disabled');
  await expect(page.getByText('Nobody matches.')).toBeVisible();
});

test('a long list of people comes in pages', async ({ organisation: { page, join } }) => {
  test.slow();
  await Promise.all(Array.from({ length: 51 }, (_, count) => join(`person-${count}`, `Person ${count}`)));
  await page.goto('/server/people');
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(people).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(people).toHaveCount(52);
});

test('a person is disabled and enabled, and signed out everywhere', async ({ organisation: { page, join } }) => {
  await join('ben', 'Ben');
  await openPerson(page, 'Ben');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('All sessions and tokens have ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(0);
});

test('a role asks for the password after 10 minutes, says that it is wrong, and tries again', async ({
  organisation: { page, pass, join },
}) => {
  await join('ben', 'Ben');
  await openPerson(page, 'Ben');
  pass(11);
  await page.getByRole('button', { name: 'Make administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your password, please' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('The current password is wrong.');
  await expectNoViolations(page);
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Take back the role' })).toBeVisible();
  // What needs no password is not held up by it.
  await page.getByLabel('Name', { exact: true }).fill('Benjamin');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Benjamin' })).toBeVisible();
  await page.getByLabel('Mail address').fill('ben@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not verified.')).toBeVisible();
});

test('the last administrator cannot step down, and reads why', async ({ organisation: { page } }) => {
  await openPerson(page, 'Ada');
  await page.getByRole('button', { name: 'Step down as administrator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Step down as administrator' }).click();
  await expect(page.getByRole('alert')).toContainText('this is the last active one');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an invitation is made, used once, and another is revoked', async ({ organisation: { page }, browser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mail address').fill('dan@example.org');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog).toContainText('This link is shown this once.');
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have copied it' }).click();

  const guest = await browser.newPage();
  await guest.goto(link);
  await guest.getByLabel('Your name').fill('Dan');
  await guest.getByLabel('Username').fill('dan');
  await guest.getByLabel('Password').fill(password);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('navigation', { name: 'Conversations' }).waitFor();
  await guest.close();

  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const invitations = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(invitations).toHaveText([/Anybody with the link.*Open/, /dan@example\.org.*Used/]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Revoke the invitation of Anybody with the link' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(invitations.first()).toContainText('Revoked');
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Who signed up' }).click();
  await expect(page.getByRole('heading', { name: 'Dan' })).toBeVisible();
});

/** Waits for a row of the audit log, which is there within a second of what it tells. */
async function newest(page: Page, text: string): Promise<void> {
  const row = page.getByRole('list', { name: 'Rows of the audit log' }).getByRole('listitem').first();
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(text, { timeout: 3000 });
  }).toPass();
}

async function openPerson(page: Page, name: string): Promise<void> {
  await page.goto('/server/people');
  await page.getByRole('list', { name: 'People' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

test('the audit log is read, filtered and downloaded', async ({ organisation: { page, join } }) => {
  await join('ben', 'Ben');
  await openPerson(page, 'Ben');
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('link', { name: 'Audit' }).click();
  const rows = page.getByRole('list', { name: 'Rows of the audit log' }).getByRole('listitem');
  await newest(page, 'Person disabled');
  await expectNoViolations(page);
  await page.getByLabel('What', { exact: true }).selectOption('User signed up');
  await expect(rows).toHaveText([/User signed up/, /User signed up/]);
  await rows.first().locator('summary').press('Enter');
  await rows.first().getByRole('button', { name: 'Only by the same' }).click();
  await expect(rows).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download (.ndjson)' }).press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.ndjson$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.nth(2)).toBeVisible();
});

test('a backup is made, with the password where the sign-in is long ago', async ({ organisation: { page, pass } }) => {
  test.slow();
  await page.goto('/server/data');
  await expect(page.getByText('The server has made no backup yet.')).toBeVisible();
  pass(11);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const backup = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
  await expect(backup).toContainText('Ready', { timeout: 60_000 });
  await expectNoViolations(page, 'backups');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page, 'backups-360');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
