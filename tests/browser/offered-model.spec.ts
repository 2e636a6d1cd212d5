import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { FakeModel, says } from '../../packages/model/src/testing/fake-model.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { startFakeProvider, type FakeProvider } from './fake-provider.ts';
import { test as base } from './organisation.ts';

/** An organisation without a demo, whose operator offers a model and a provider of sign-ins. */
const test = base.extend<{ provider: FakeProvider; model: FakeModel }>({
  provider: async ({}, use) => {
    const provider = await startFakeProvider();
    await use(provider);
    await provider.close();
  },
  model: async ({}, use) => {
    const model = await new FakeModel().start();
    model.answers.push(says('I answer questions.'));
    await use(model);
    await model.stop();
  },
  settings: async ({ provider, model }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-offered-'));
    const [models, providers] = [join(folder, 'models.json'), join(folder, 'oidc.json')];
    const offer = { id: 'house', name: 'House', url: model.url, models: ['tiny'] };
    writeFileSync(models, JSON.stringify({ models: [offer] }));
    const corp = {
      id: 'corp',
      name: 'Example Corp',
      issuer: provider.issuer,
      client_id: 'parley',
      client_secret: '${env:PARLEY_CORP_SECRET}',
    };
    writeFileSync(providers, JSON.stringify({ providers: [corp] }));
    await use({ PARLEY_MODELS_FILE: models, PARLEY_OIDC_FILE: providers, PARLEY_CORP_SECRET: 'hush' });
    rmSync(folder, { recursive: true });
  },
});

async function expectBegun(page: Page, name: string): Promise<void> {
  const greeting = page.getByRole('region', { name: 'Greeting of House' });
  await expect(greeting).toContainText(`Hello ${name}, this is House.`);
  await expect(page.getByRole('button', { name: /^Grant/ })).toHaveCount(0);
  await expectNoViolations(page, 'greeting');
  await greeting.getByRole('button', { name: 'What can you do for me?' }).click();
  await expect(page.getByRole('article', { name: 'House' })).toContainText('I answer questions.');
}

test('whoever signs up where a model is offered is greeted by it, with one thing to press', async ({
  organisation: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectBegun(page, 'Ada');
});

test('whoever comes by a provider is led there too, the first time', async ({ organisation, provider, browser }) => {
  const { origin } = new URL(organisation.page.url());
  provider.person = { sub: 'sub-grace', name: 'Grace', preferred_username: 'grace' };
  const come = async () => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(`${origin}/sign-in`);
    await page.getByRole('link', { name: 'Continue with Example Corp' }).click();
    return page;
  };
  const first = await come();
  await expectBegun(first, 'Grace');
  await first.context().close();
  const again = await come();
  await expect(again.getByRole('link', { name: 'Go on with House' })).toBeVisible();
  await again.context().close();
});
