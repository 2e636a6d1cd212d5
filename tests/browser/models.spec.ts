import { expect, test } from '@playwright/test';
import { FakeModel, refuses, says } from '../../packages/model/src/testing/fake-model.ts';
import { newPerson } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';

const key = 'sk-browser-0123456789';
let fake: FakeModel;
test.beforeAll(async () => {
  fake = await new FakeModel().start();
  fake.models = ['tiny', 'large'];
  fake.key = key;
});
test.afterAll(() => fake.stop());

test('a person adds a model by its address, talks with it, sees what it cost and changes it', async ({ page }) => {
  test.slow();
  fake.answers.push(says('Good ', 'morning.'), refuses(429, 'You exceeded your quota', 'insufficient_quota'));
  await newPerson(page, 'Ada');
  await page.goto('/agents');
  await page.getByRole('main').getByRole('button', { name: 'Add a model' }).first().click();
  await expect(page.getByRole('heading', { name: 'Add a model', level: 1 })).toBeVisible();

  await page.getByLabel('Address').fill(fake.url);
  await page.getByRole('button', { name: 'List its models' }).click();
  await expect(page.getByLabel('Key')).toHaveAccessibleDescription(/wants a key/);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'List its models' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It has 2 models.' })).toBeVisible();
  await page.getByLabel('Model', { exact: true }).selectOption('tiny');
  const prices = page.getByRole('group', { name: 'What a million tokens cost' });
  await prices.getByLabel('Tokens read').fill('1');
  await expect(prices.getByLabel('Tokens written')).toHaveJSProperty('validity.valueMissing', true);
  await prices.getByLabel('Tokens written').fill('2');
  await prices.getByLabel('Currency').fill('eur');
  await page.getByLabel('Name', { exact: true }).fill('Tiny');
  await page.getByLabel('Instructions').fill('You greet.');
  await page.getByRole('checkbox', { name: /clock\.now/ }).check();
  await expectNoViolations(page, 'add a model');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Add and write to it' }).click();

  await page.getByRole('textbox', { name: 'Message to Tiny' }).fill('hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Tiny' })).toContainText('Good morning.');
  expect(fake.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'You greet.' });
  await page.getByRole('textbox', { name: 'Message to Tiny' }).fill('and now?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Tiny' }).last()).toContainText('no credit left');

  // The person who asked finds what the answer cost in its menu, by keyboard.
  const first = page.getByRole('article', { name: 'Tiny' }).first();
  await expect(async () => {
    await first.getByRole('button', { name: 'Message actions' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: '120 tokens · €0.00014' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectNoViolations(page, 'menu of an answer');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: /120 tokens/ })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.goto('/you');
  await page.getByRole('link', { name: 'Costs of models' }).click();
  const costs = page.getByRole('region', { name: 'Cost by agent' });
  await expect(costs.getByRole('row').last()).toContainText('Tiny');
  await expect(costs.getByRole('row').last()).toContainText('€0.00014');
  await expectNoViolations(page, 'costs');

  await page.goto('/agents');
  await page.getByRole('main').getByRole('link', { name: /Tiny/ }).click();
  const model = page.getByRole('region', { name: 'Model', exact: true });
  await expect(model).toContainText('tiny');
  await expect(model).toContainText('Failing');
  await expect(
    model
      .getByRole('region', { name: /by day/ })
      .getByRole('row')
      .last(),
  ).toContainText('100');
  await model.getByRole('button', { name: 'Show each answer' }).click();
  await expect(model.getByRole('region', { name: /each answer/ }).getByRole('row')).toHaveCount(3);
  expect(await page.content()).not.toContain(key);

  await model.getByRole('button', { name: 'Change the model' }).click();
  await model.getByLabel('Key').fill('wrong');
  await model.getByRole('button', { name: 'Save changes' }).click();
  await expect(model.getByLabel('Key')).toHaveAccessibleDescription(/does not take this key/);
  await model.getByLabel('Key').fill('');
  await model.getByLabel('Model', { exact: true }).fill('large');
  await model.getByRole('button', { name: 'Save changes' }).click();
  await expect(model.getByText('large', { exact: true })).toBeVisible();
  await expect(model).toContainText('A million tokens: €1.00 read, €2.00 written');

  await model.getByRole('button', { name: 'Change the model' }).click();
  await expect(model.getByLabel('Tokens read')).toHaveValue('1');
  await expect(model.getByLabel('Currency')).toHaveValue('EUR');
  await model.getByLabel('Tokens read').fill('');
  await model.getByLabel('Tokens written').fill('');
  await model.getByRole('checkbox', { name: /clock\.now/ }).uncheck();
  await model.getByRole('checkbox', { name: /identity\.read/ }).check();
  await expect(model).toContainText('is asked before it may use a tool that is new');
  await expectNoViolations(page, 'change of a model');
  await model.getByRole('button', { name: 'Save changes' }).click();
  await expect(model).toContainText('May use identity.read');
  await expect(model).not.toContainText('A million tokens');
  await expect(model.getByText('Running')).toBeVisible({ timeout: 15_000 });
  await expectNoViolations(page, 'model of an agent');

  await model.getByRole('button', { name: 'Take the model away…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click();
  await expect(model).toHaveCount(0);
});
