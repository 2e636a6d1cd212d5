import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { password, test as base } from './organisation.ts';

const test = base.extend({
  // Browsers make passkeys at a host name alone.
  host: async ({}, use) => use('localhost'),
});

/** Gives a page an authenticator that verifies its person without asking. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
}

test('§16 a person adds a passkey, signs in by it, and removes it', async ({ organisation: { page, pass } }) => {
  await withAuthenticator(page);
  await page.goto('/you/signing-in');
  await expect(page.getByText('You have none.')).toBeVisible();
  await addPasskey(page, 'Ada’s laptop');
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Ada’s laptop');
  await expect(passkeys).toContainText('not used yet');
  await expectNoViolations(page);

  await page.context().clearCookies();
  await page.goto('/sign-in?next=%2Fyou%2Fsigning-in');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(passkeys).toContainText('last used on');

  pass(11);
  await passkeys.getByRole('button', { name: 'Remove Ada’s laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Your password, please' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect(page.getByText('You have none.')).toBeVisible();
});

test('§16 a passkey that is gone from the server signs nobody in, and the page says so', async ({
  organisation: { page, pass },
}) => {
  await withAuthenticator(page);
  await page.goto('/you/signing-in');
  pass(11);
  await addPasskey(page, 'Phone');
  const asks = page.getByRole('dialog', { name: 'Your password, please' });
  await asks.getByLabel('Password').fill(password);
  await asks.getByRole('button', { name: 'Go on' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await asks.getByLabel('Password').fill(password);
  await asks.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('You have none.')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey signs nobody in.');
});
