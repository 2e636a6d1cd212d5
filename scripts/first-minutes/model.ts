import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FakeModel, says } from '../../packages/model/src/testing/fake-model.ts';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { inBrowser, patienceMs } from './in-browser.ts';
import type { Place } from './place.ts';
import { runProgram } from './run-program.ts';

/** Clones the repository and installs what it needs. Downloads depend on the network, so the caller does not count this. */
export function cloneAndInstall(root: string, place: Place): string {
  place.step(['git', 'clone', '--quiet', '--no-hardlinks', root, 'parley']);
  const folder = join(place.folder, 'parley');
  place.step(['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  return folder;
}

/**
 * Goes from an installed clone to an answer of a model in the browser, by the words of the README: `npm start`, an account, _Agents_,
 * _Add a model_. The model is a program that speaks the same API.
 */
export async function talkWithModel(folder: string, place: Place): Promise<void> {
  const fake = await new FakeModel().start();
  fake.models = ['large', 'tiny'];
  fake.answers.push(says('Good ', 'morning.'));
  const settings = { PARLEY_PORT: String(await freePort()), PARLEY_DATA_DIR: join(place.folder, 'data') };
  const environment = { ...place.environment, ...settings };
  try {
    await runProgram(
      { folder, command: ['npm', 'start'], environment, address: /Parley is ready at (\S+)\s/ },
      (address) => inBrowser((page) => addAndAsk(page, address, fake.url)),
    );
  } finally {
    await fake.stop();
  }
}

async function addAndAsk(page: Page, address: string, url: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add a model' }).first().click();
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'List its models' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It has 2 models.' })).toBeVisible({ timeout: patienceMs });
  await page.getByLabel('Model', { exact: true }).selectOption('tiny');
  await page.getByLabel('Name', { exact: true }).fill('Tiny');
  await page.getByRole('button', { name: 'Add and write to it' }).click();
  await page.getByRole('textbox', { name: 'Message to Tiny' }).fill('hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Tiny' })).toContainText('Good morning.', { timeout: patienceMs });
}
