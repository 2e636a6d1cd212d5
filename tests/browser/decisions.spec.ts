import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, test } from './gardener.ts';

const card = (page: Page) => page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });
const inboxLink = (page: Page) => page.getByRole('link', { name: /^Inbox/ });

test('what an agent asks is decided by keyboard in the inbox, and another tab shows it', async ({ shop }) => {
  test.slow();
  const { page, room } = shop;
  await say(page, 'ask');
  await expect(card(page).getByRole('button', { name: 'Approve 3 coins' })).toBeEnabled();
  await expect(card(page)).toContainText('you have 100');
  await expect(card(page)).toContainText('To buy what the plants need.');
  await expect(card(page)).not.toContainText('Who decides');
  await expect(inboxLink(page)).toContainText('1');
  await expectNoViolations(page);

  await page.reload();
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeEnabled();
  const other = await page.context().newPage();
  await other.goto('/inbox');
  await expect(other.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Decide' })).toContainText('Plant food, 1 l');
  await expectNoViolations(other);

  await page.bringToFront();
  await page.getByRole('textbox', { name: /^Message to/ }).fill('a d j k');
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeEnabled();
  await other.bringToFront();
  await other.keyboard.press('j');
  await other.keyboard.press('a');
  await expect(card(other).getByRole('status')).toContainText(/^Approved by you, /);
  await expect(card(page).getByRole('status')).toContainText('Approved by you in another place');
  await expect(card(page).getByRole('button', { name: /Approve|Deny/ })).toHaveCount(0);
  await expect(inboxLink(page)).toHaveText('Inbox');
  await expect(page.getByRole('log')).toContainText('The tool has succeeded.');

  await card(page).getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText(/[0-9a-f]{64}/);
  await expect(receipt).toContainText('Done, ');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(card(page).getByRole('status')).toContainText(/^Approved by you, /);
  await other.reload();
  await expect(other.getByRole('region', { name: 'Everything' })).toContainText('Approved by you');
  // The list shows what the browser kept before it takes keys.
  await expect(async () => {
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(new RegExp(`/c/${room}`), { timeout: 1_000 });
  }).toPass();
});

test('an answer is over once the agent has answered what its tool gave, so nothing is left to stop', async ({
  shop: { page },
}) => {
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await say(page, 'ask');
  await expect(stop).toBeVisible();
  await card(page).getByRole('button', { name: 'Approve 3 coins' }).click();
  await expect(page.getByRole('log')).toContainText('The tool has succeeded.');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(stop).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('used once');
});

test('the focus stays in the inbox when what had it is decided and put away', async ({ shop: { page, agent } }) => {
  agent.on('tool.result', () => undefined);
  await say(page, 'ask');
  await expect(card(page)).toBeVisible();
  await page.goto('/inbox');
  await expect(card(page)).toBeVisible();
  const isKept = () => page.evaluate(() => document.activeElement?.closest('main [tabindex]') != null);
  await expect(async () => {
    await page.keyboard.press('j');
    expect(await isKept()).toBe(true);
  }).toPass();
  // A press before all of the card has been on the screen goes to the rest of it.
  await expect(async () => {
    await page.keyboard.press('d');
    await expect(card(page).getByRole('status')).toContainText('Denied by you', { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('e');
  await expect(page.getByRole('region', { name: 'Decide' })).toHaveCount(0);
  // On the next item, or on the inbox while there is none.
  expect(await isKept()).toBe(true);
  // The last one goes as well, with what arrives meanwhile. While the inbox itself has the focus, keys put nothing away.
  await expect(async () => {
    const isOnItem = () => page.evaluate(() => document.activeElement?.closest('[data-item]') != null);
    if (!(await isOnItem())) for (const key of ['j', 'k']) await page.keyboard.press(key);
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Done' })).toHaveCount(0, { timeout: 500 });
  }).toPass();
  expect(await isKept()).toBe(true);
});

test('it is denied with a finger on a narrow screen', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await say(page, 'ask');
  await expect(card(page)).toBeVisible();
  await expectNoViolations(page);
  await page.goto('/');
  await inboxLink(page).click();
  await expect(card(page)).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await card(page).getByRole('button', { name: 'Deny' }).click();
  await expect(card(page).getByRole('status')).toContainText(/^Denied by you, /);
  await expectNoViolations(page);
  await page.getByRole('region', { name: 'Decide' }).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'For you' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
});

test('a decision that does not get through is said, and can be made again', async ({ shop: { page } }) => {
  await say(page, 'ask');
  await page.route('**/resolve', (route) => route.abort(), { times: 1 });
  await card(page).getByRole('button', { name: 'Approve 3 coins' }).click();
  await expect(card(page).getByRole('status')).toContainText('Not sent.');
  await card(page).getByRole('button', { name: 'Deny' }).click();
  await expect(card(page).getByRole('status')).toContainText(/^Denied by you, /);
});

test('a permission is seen with its use, and taken back', async ({ shop: { page } }) => {
  await say(page, 'ask');
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeEnabled();
  await page.goto('/permissions');
  const gardener = page.getByRole('region', { name: 'Gardener' });
  const scope = gardener.getByRole('switch', { name: 'coin.charge' });
  await expect(scope).toBeChecked();
  await expect(gardener).toContainText('used once');
  await expectNoViolations(page);
  const [taken] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/grants')),
    scope.click(),
  ]);
  expect(taken.status()).toBe(200);
  await expect(gardener).not.toContainText('used once');
  await page.reload();
  await expect(scope).not.toBeChecked();
  await gardener.getByRole('button', { name: 'Block' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(gardener.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('in a group the card tells one person that they alone decide, and another who does, with no buttons', async ({
  shop: { page, room },
  browser,
}) => {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const bobs = await context.newPage();
  const handle = await signUp(bobs, 'Bob');
  const found = await page.request.get(`/v1/users?handle=${handle}`);
  const [{ userId }] = ((await found.json()) as { items: [{ userId: string }] }).items;
  await call(page, 'POST', `/v1/conversations/${room}/members`, { userId });
  await say(page, 'ask');
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeEnabled();
  const decides = card(page).getByRole('term').filter({ hasText: 'Who decides' });
  await expect(decides.locator('+ dd')).toHaveText('you alone');
  const refused: string[] = [];
  bobs.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
  await bobs.goto(`/c/${room}`);
  const concealed = bobs.getByRole('region', { name: 'This is for “Ada” to decide.' });
  await expect(concealed.getByRole('status')).toHaveText('Only Ada can decide this.');
  const { height } = (await concealed.boundingBox()) ?? {};
  expect(height).toBeLessThan(140);
  await expect(concealed).toContainText('Gardener asks');
  await expect(bobs.getByRole('log')).not.toContainText('Plant food');
  await expect(concealed.getByRole('button', { name: /Approve|Deny/ })).toHaveCount(0);
  expect(refused).toEqual([]);
  await context.close();
});
