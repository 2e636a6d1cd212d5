import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, openFreshRoom, test } from './gardener.ts';

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const card = (page: Page, name: RegExp) => page.getByRole('region', { name });
const needs = (page: Page) => card(page, /^Gardener needs your permission: Charge coins to your wallet/);
const badge = (page: Page) => page.getByRole('link', { name: /^Inbox/ });

test('before the first word nothing is asked, and the panel offers each scope with its reason', async ({
  garden: { page, agentId },
}) => {
  await openFreshRoom(page, agentId);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByRole('switch', { name: 'coin.charge' })).not.toBeChecked();
  await expect(panel).toContainText('To buy what the plants need.');
  await expect(badge(page)).toHaveText('Inbox');
  await expect(page.getByRole('button', { name: /^Grant/ })).toHaveCount(0);
  await expectNoViolations(page);
});

test('once a scope is needed, it is asked for by its title, with the others beside it', async ({
  garden: { page, agentId },
}) => {
  await openFreshRoom(page, agentId);
  await say(page, 'ask');
  await expect(needs(page).getByRole('switch')).toHaveCount(2);
  await expect(needs(page)).toContainText('To remind you of the watering.');
  await expect(needs(page).getByRole('switch', { checked: true })).toHaveCount(0);
  await expect(badge(page)).toContainText('1');
  await expectNoViolations(page);
  await needs(page).getByRole('switch', { name: 'coin.charge' }).focus();
  await page.keyboard.press('Space');
  await needs(page).getByRole('button', { name: 'Grant 1 of 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(needs(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByRole('switch', { name: 'coin.charge' })).toBeChecked();
  await expect(panel.getByRole('switch', { name: 'proactive.message' })).not.toBeChecked();
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(badge(page)).toHaveText('Inbox');
  await expect(needs(page)).toHaveCount(0);
});

test('not now holds on every page', async ({ garden: { page, agentId } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openFreshRoom(page, agentId);
  await say(page, 'ask');
  await expectNoViolations(page);
  await needs(page).getByRole('button', { name: 'Not now' }).click();
  await expect(needs(page)).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('article', { name: 'You' })).toContainText('ask');
  await expect(needs(other)).toHaveCount(0);
});

test('what an agent was refused is asked in the room and in the inbox, once', async ({ shop: { page, agentId } }) => {
  test.slow();
  await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: [] });
  await say(page, 'ask');
  const wanted = needs(page);
  await expect(wanted.getByRole('button', { name: 'Grant' })).toBeEnabled();
  await expectNoViolations(page);
  const inbox = await page.context().newPage();
  await inbox.goto('/inbox');
  const decide = inbox.getByRole('region', { name: 'Decide' });
  await expect(decide).toContainText('Gardener needs your permission: Charge coins to your wallet');
  await expectNoViolations(inbox);
  await inbox.bringToFront();
  await inbox.keyboard.press('j');
  await inbox.keyboard.press('d');
  await expect(decide).toHaveCount(0);
  await expect(wanted).toHaveCount(0);
  await page.bringToFront();
  await say(page, 'ask');
  await wanted.getByRole('button', { name: 'Grant' }).click();
  await expect(wanted).toHaveCount(0);
  await say(page, 'ask');
  await expect(card(page, /^Pay 3 coins/).getByRole('button', { name: 'Approve 3 coins' })).toBeEnabled();
});

test('what an agent came to ask for since is a line, and its review the same card', async ({ shop }) => {
  const { page, agentId, manifest } = shop;
  await expect(composer(page)).toBeVisible();
  const requested_scopes = [
    ...manifest.requested_scopes,
    { scope: 'history.read', reason: 'To know what was said before.' },
  ];
  await call(page, 'PUT', `/v1/agents/${agentId}/manifest`, { manifest: { ...manifest, requested_scopes } });
  await expect(page.getByText('It also asks for: Read what you wrote in your shared rooms')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Review' }).click();
  const more = card(page, /^Gardener asks for more/);
  await expect(more.getByRole('switch', { name: 'history.read' })).not.toBeChecked();
  await more.getByRole('button', { name: 'Grant' }).click();
  await expect(more).toHaveCount(0);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel.getByRole('switch', { checked: true })).toHaveCount(2);
});

test('a form waits in the inbox until it is answered or put aside there', async ({ shop: { page, agent } }) => {
  const form = {
    type: 'form' as const,
    form_id: 'pots',
    submit_label: 'Order',
    fields: [{ name: 'pots', label: 'How many pots', field_type: 'number' as const }],
  };
  agent.hears('pots', (ctx) => ctx.reply([form]));
  await say(page, 'pots');
  await expect(badge(page)).toContainText('1');
  await page.goto('/inbox');
  const decide = page.getByRole('region', { name: 'Decide' });
  await decide.getByLabel('How many pots').click();
  await page.keyboard.type('3');
  await expectNoViolations(page);
  await decide.getByRole('button', { name: 'Order' }).click();
  await expect(decide).toHaveCount(0);
  await expect(badge(page)).toHaveText('Inbox');
});

test('a form that is put aside waits no more in the inbox, and can be answered in its room all the same', async ({
  shop: { page, agent },
}) => {
  const fields = [{ name: 'pots', label: 'How many pots', field_type: 'number' as const }];
  agent.hears('pots', (ctx) => ctx.reply([{ type: 'form', form_id: 'pots', submit_label: 'Order', fields }]));
  await say(page, 'pots');
  const inRoom = page.getByRole('article', { name: 'Gardener' });
  await expect(inRoom.getByLabel('How many pots')).toBeVisible();
  const inbox = await page.context().newPage();
  await inbox.goto('/inbox');
  const decide = inbox.getByRole('region', { name: 'Decide' });
  await decide.getByRole('button', { name: 'Later' }).focus();
  await inbox.keyboard.press('Enter');
  await expect(decide).toHaveCount(0);
  await expect(badge(inbox)).toHaveText('Inbox');
  await inbox.reload();
  await expect(inbox.getByText('Nothing waits for you.')).toBeVisible();
  await page.bringToFront();
  await inRoom.getByLabel('How many pots').click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(inRoom).toContainText('You have answered this form.');
});

test('a room that another opened is there without a reload, and asks nothing of the reader', async ({
  garden: { page, agentId, manifest },
  browser,
  baseURL,
}) => {
  await call(page, 'PUT', `/v1/agents/${agentId}/manifest`, { manifest: { ...manifest, access: 'public' } });
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const guest = await context.newPage();
  const handle = await signUp(guest, 'Bob');
  const { items } = (await (await page.request.get(`/v1/users?handle=${handle}`)).json()) as {
    items: { userId: string }[];
  };
  const body = { agentIds: [agentId], userIds: [items[0]?.userId] };
  const { item } = await call<{ item: { conversationId: string } }>(page, 'POST', '/v1/conversations', body);
  await call(page, 'POST', `/v1/conversations/${item.conversationId}/messages`, { text: 'Welcome, Bob.' });
  const rooms = guest.getByRole('navigation', { name: 'Conversations' });
  await rooms.getByRole('link', { name: /Gardener/ }).press('Enter');
  await expect(guest.getByRole('article', { name: 'Ada' })).toContainText('Welcome, Bob.');
  await expect(guest.getByRole('button', { name: /^Grant/ })).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Delete…' })).toHaveCount(0);
  await context.close();
});
