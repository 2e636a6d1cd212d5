import { AxeBuilder } from '@axe-core/playwright';
import { Agent, text } from '@parley/agent-sdk';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp } from './demo.ts';

interface Shop {
  readonly page: Page;
  readonly room: string;
}

/** A new person in a room with an agent of theirs that asks for three coins when it is told to. */
const test = base.extend<{ shop: Shop }>({
  shop: async ({ page, baseURL }, use) => {
    await signUp(page, 'Ada');
    const { agent, agentId } = await registerGardener(page, baseURL ?? '');
    const room = await openRoom(page, agentId);
    await agent.startRelay();
    await page.goto(`/c/${room}`);
    await use({ page, room });
    await agent.stop();
  },
});

async function registerGardener(page: Page, baseUrl: string) {
  const manifest = {
    version: '1',
    handle: `gardener-${Date.now().toString(36)}`,
    name: 'Gardener',
    description: 'Waters the plants.',
    transport: 'relay',
    requested_scopes: [{ scope: 'coin.charge', reason: 'To buy what the plants need.' }],
  };
  const { item, credential } = await call<{
    item: { agentId: string };
    credential: { credentialId: string; secret: string };
  }>(page, 'POST', '/v1/agents', { manifest });
  const agent = new Agent({ baseUrl, agentId: item.agentId, ...credential });
  agent.hears('ask', async (ctx) => {
    await ctx.invokeTool(
      { tool: 'coin.charge', requestedScope: 'coin.charge', arguments: { amount: 3, reason: 'Plant food, 1 l' } },
      { idempotencyKey: ctx.deliveryId },
    );
  });
  agent.on('tool.result', (ctx) => ctx.reply([text(`The tool has ${ctx.envelope.tool_result.outcome}.`)]));
  return { agent, agentId: item.agentId };
}

async function openRoom(page: Page, agentId: string): Promise<string> {
  const body = { agentIds: [agentId] };
  const { item } = await call<{ item: { conversationId: string } }>(page, 'POST', '/v1/conversations', body);
  await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: ['coin.charge'] });
  return item.conversationId;
}

async function call<Answer>(page: Page, method: string, path: string, data: object): Promise<Answer> {
  const response = await page.request.fetch(path, { method, data });
  expect(response.ok(), `${method} ${path}`).toBe(true);
  return (await response.json()) as Answer;
}

const card = (page: Page) => page.getByRole('region', { name: /^Pay 3 coins to Gardener/ });
const inboxLink = (page: Page) => page.getByRole('link', { name: /^Inbox/ });

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([]);
    if (process.env['SHOTS_IN'])
      await page.screenshot({
        path: `${process.env['SHOTS_IN']}/${test.info().title.slice(0, 20)}-${(shots += 1)}-${colorScheme}.png`,
      });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
let shots = 0;

test('what an agent asks is decided by keyboard in the inbox, and another tab shows it', async ({ shop }) => {
  const { page, room } = shop;
  await say(page, 'ask');
  await expect(card(page).getByRole('button', { name: 'Approve 3 coins' })).toBeEnabled();
  await expect(card(page)).toContainText('you have 100');
  await expect(card(page)).toContainText('To buy what the plants need.');
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
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(new RegExp(`/c/${room}`));
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
  await scope.click();
  await expect(gardener).not.toContainText('used once');
  await page.reload();
  await expect(scope).not.toBeChecked();
  await gardener.getByRole('button', { name: 'Block' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(gardener.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('in a group another sees who may decide, and no buttons', async ({ shop: { page, room }, browser }) => {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const bobs = await context.newPage();
  const handle = await signUp(bobs, 'Bob');
  const found = await page.request.get(`/v1/users?handle=${handle}`);
  const [{ userId }] = ((await found.json()) as { items: [{ userId: string }] }).items;
  await call(page, 'POST', `/v1/conversations/${room}/members`, { userId });
  await say(page, 'ask');
  await expect(card(page).getByRole('button', { name: 'Deny' })).toBeEnabled();
  await bobs.goto(`/c/${room}`);
  await expect(card(bobs).getByRole('status')).toHaveText('Only Ada can decide this.');
  await expect(card(bobs)).toContainText('Gardener asks');
  await expect(card(bobs).getByRole('button', { name: /Approve|Deny/ })).toHaveCount(0);
  await context.close();
});
