import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test as withAgent } from './gardener.ts';
import { password, test } from './organisation.ts';

withAgent('§19 the creator of a room sets how long it keeps its messages', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Room settings' }).press('Enter');
  const choice = page.getByRole('combobox', { name: 'Keep messages' });
  await expect(choice).toHaveValue('');
  await choice.selectOption('30 days');
  await expect(
    page.getByRole('log').getByText(/set messages here to be deleted after 30 days, beginning in 24 hours\./),
  ).toBeVisible();
  await expectNoViolations(page, 'room');
  await choice.selectOption('As long as the server does');
  await expect(page.getByRole('log').getByText(/took back the shorter time that messages are kept\./)).toBeVisible();
});

test('§19 an administrator sets how long messages are kept, and places and ends a hold', async ({
  organisation: { page, pass, join },
}) => {
  await join('ben', 'Ben');
  await page.goto('/server/people');
  await page.getByRole('link', { name: /Ben/ }).click();
  await page.getByRole('heading', { name: 'Ben' }).waitFor();
  const target = /usr_\w{26}/.exec(page.url())?.[0] ?? '';
  await page.goto('/server/data');
  const choice = page.getByRole('combobox', { name: 'Keep messages' });
  await choice.selectOption('365 days');
  const asked = page.getByRole('dialog', { name: 'Delete messages after 365 days?' });
  await expectNoViolations(page, 'asked');
  await asked.getByRole('button', { name: 'Delete older messages' }).click();
  await expect(choice).toHaveValue('365');
  await choice.selectOption('For ever');
  await expect(choice).toHaveValue('');

  pass(11);
  await page.getByRole('button', { name: 'Place a hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place a hold' });
  await dialog.getByLabel('Person or conversation').fill(target);
  await dialog.getByLabel('Reason').fill('Case 12');
  await expectNoViolations(page, 'placing');
  await dialog.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByRole('dialog', { name: 'Your password, please' }).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const holds = page.getByRole('list', { name: 'Legal holds' }).getByRole('listitem');
  await expect(holds).toHaveText([/Case 12/]);
  await expectNoViolations(page, 'held');
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `/tmp/data-${width}-${scheme}.png`, fullPage: true });
  }
  await page.getByRole('button', { name: `End the hold on ${target}` }).click();
  await page.getByRole('dialog', { name: 'End this hold?' }).getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog', { name: 'Your password, please' }).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('There are no holds.')).toBeVisible();
});
