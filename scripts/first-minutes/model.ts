import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { FakeModel, says } from '../../packages/model/src/testing/fake-model.ts';
import { freePort } from '../free-port.ts';
import { inBrowser, patienceMs } from './in-browser.ts';
import type { Place } from './place.ts';
import { runProgram } from './run-program.ts';

/**
 * From a clone of the repository to an answer of a model in the browser, as the README says it: `npm ci && npm start`, the link that it
 * prints, _Agents_, _Add a model_. The model is a program that speaks the same interface.
 */
export async function talkWithModel(root: string, place: Place): Promise<void> {
  place.step(['git', 'clone', '--quiet', '--no-hardlinks', root, 'parley']);
  const folder = join(place.folder, 'parley');
  place.step(['npm', 'ci', '--no-audit', '--no-fund'], folder);
  const fake = await new FakeModel().start();
  fake.models = ['tiny'];
  fake.answers.push(says('Good ', 'morning.'));
  const environment = { ...place.environment, PARLEY_PORT: String(await freePort()) };
  try {
    await runProgram(
      { folder, command: ['npm', 'start'], environment, address: /Look around with one click: (\S+)/ },
      (link) => inBrowser((page) => addAndAsk(page, link, fake.url)),
    );
  } finally {
    await fake.stop();
  }
}

async function addAndAsk(page: Page, link: string, url: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add a model' }).first().click();
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'List its models' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Tiny');
  await page.getByRole('button', { name: 'Add and write to it' }).click();
  await page.getByRole('textbox', { name: 'Message to Tiny' }).fill('hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Tiny' })).toContainText('Good morning.', { timeout: patienceMs });
}
