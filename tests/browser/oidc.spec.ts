import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { clientId, startFakeProvider, type FakeProvider } from './fake-provider.ts';
import { test as base } from './organisation.ts';

const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({}, use) => {
    const provider = await startFakeProvider();
    await use(provider);
    await provider.close();
  },
  settings: async ({ provider }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-oidc-'));
    const file = join(folder, 'oidc.json');
    const secret = '${env:PARLEY_CORP_SECRET}';
    const corp = {
      id: 'corp',
      name: 'Example Corp',
      issuer: provider.issuer,
      client_id: clientId,
      client_secret: secret,
    };
    writeFileSync(
      file,
      JSON.stringify({ providers: [{ ...corp, groups_claim: 'groups', required_groups: ['staff'] }] }),
    );
    await use({ PARLEY_OIDC_FILE: file, PARLEY_CORP_SECRET: 'hush' });
    rmSync(folder, { recursive: true });
  },
});

const grace = { sub: 'sub-grace', name: 'Grace', preferred_username: 'grace', groups: ['staff'] };

test('a new person continues with the provider, and is told why if it does not work', async ({
  organisation: { page },
  provider,
  browser,
}) => {
  provider.person = { ...grace, groups: [] };
  const origin = new URL(page.url()).origin;
  const elsewhere = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await elsewhere.goto(`${origin}/sign-in`);
  await elsewhere.getByRole('link', { name: 'Continue with Example Corp' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('Your groups at the provider do not let you in.');
  await expectNoViolations(elsewhere);
  provider.person = grace;
  await elsewhere.goto(`${origin}/sign-in?next=${encodeURIComponent('/you/signing-in')}`);
  await elsewhere.getByRole('link', { name: 'Continue with Example Corp' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Signing in' })).toBeVisible();
  await expect(elsewhere.getByRole('list', { name: 'Accounts at providers' })).toContainText(provider.issuer);
  await expectNoViolations(elsewhere);
  await elsewhere.getByRole('button', { name: 'Remove Example Corp' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('last way of signing in');
  await elsewhere.context().close();
});

test('a person links the provider under You, sees what would be linked, and removes it', async ({
  organisation: { page, pass },
  provider,
}) => {
  provider.person = { ...grace, email: 'ada@corp.example' };
  await page.goto('/you/signing-in');
  await page.getByRole('button', { name: 'Link Example Corp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link this account at Example Corp?' });
  await expect(dialog).toContainText('ada@corp.example');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Link it' }).click();
  await expect(dialog).toHaveCount(0);
  const accounts = page.getByRole('list', { name: 'Accounts at providers' });
  await expect(accounts).toContainText('Example Corp');
  pass(11);
  await accounts.getByRole('button', { name: 'Remove Example Corp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Your password, please' })
    .getByLabel('Password')
    .fill('a long enough password');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('None is linked.')).toBeVisible();
});
