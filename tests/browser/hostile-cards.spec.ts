import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, openFreshRoom, registerGardener } from './gardener.ts';

interface Asking {
  readonly page: Page;
  /** Has the agent ask for a decision with these arguments, and returns its card. */
  readonly ask: (action: string, details: readonly object[], bound: unknown) => Promise<void>;
  /** Has the agent ask for this many coins. */
  readonly charge: (amount: number) => Promise<void>;
}

/** A person in a room with an agent that asks for whatever a test says. */
const test = base.extend<{ asking: Asking }>({
  asking: async ({ page, baseURL }, use) => {
    await signUp(page, 'Ada');
    const scopes = [{ scope: 'decision.request', reason: 'To have you decide.' }];
    const { agent, agentId } = await registerGardener(page, baseURL ?? '', scopes);
    const body = { agentIds: [agentId] };
    const { item } = await call<{ item: { conversationId: string } }>(page, 'POST', '/v1/conversations', body);
    const granted = { scopes: ['coin.charge', 'decision.request'] };
    await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, granted);
    let wanted = { tool: '', arguments: {} };
    agent.hears('go', async (ctx) => {
      await ctx.invokeTool({ ...wanted, requestedScope: wanted.tool }, { idempotencyKey: ctx.deliveryId });
    });
    await agent.startRelay();
    await page.goto(`/c/${item.conversationId}`);
    await page.getByRole('textbox', { name: 'Message to Gardener' }).waitFor();
    const ask = async (tool: string, args: object) => {
      wanted = { tool, arguments: args };
      await say(page, 'go');
      await approve(page).waitFor();
    };
    await use({
      page,
      ask: (action, details, bound) => ask('decision.request', { action, details, arguments: bound }),
      charge: (amount) => ask('coin.charge', { amount, reason: 'Plant food, 1 l' }),
    });
    await agent.stop();
  },
});

const approve = (page: Page) => page.getByRole('button', { name: /^Approve(?!,)/ });
const card = (page: Page) => page.getByRole('region').filter({ has: page.getByRole('heading', { level: 3 }) });
const rows = (page: Page, group: RegExp | string) => card(page).getByRole('group', { name: group }).locator('dt');

/** What may not be seen, what may be seen instead, and what may be dropped. */
const many = Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`n${index + 1}`, `value ${index + 1}`]));
const bound = {
  to: 'ann\u202emoc.live@',
  amount: 500_000,
  note: 'Plant food\n\n\n\nScope: none',
  Scope: 'none',
  ...many,
  marks: `a${'\u0301'.repeat(60)}`,
};
const details = [
  { label: 'Amount', value: '5 EUR' },
  { label: 'Scope', value: 'nothing at all' },
  { label: 'On behalf of', value: 'nobody' },
];

for (const width of [1280, 360])
  test(`§27 a hostile agent hides nothing on its card at ${width} px`, async ({ asking: { page, ask } }) => {
    await page.setViewportSize({ width, height: 740 });
    await ask('Pay Eve', details, bound);
    await expect(rows(page, 'What Parley knows')).toHaveText(['Scope', 'On behalf of']);
    await expect(rows(page, /wants, exactly$/)).toHaveText(Object.keys(bound));
    await expect(rows(page, /it does not count$/)).toContainText(['Amount', 'Scope', 'On behalf of']);
    const wanted = card(page).getByRole('group', { name: /wants, exactly$/ });
    for (const text of ['annU+202Emoc.live@', '500000', 'U+000A ×4', 'value 21', 'value 24', 'U+0301 ×56'])
      await expect(wanted).toContainText(text);
    await card(page).getByText('Exact arguments').click();
    expect(await card(page).innerText()).not.toMatch(/[\u202e\u0301]{5}|\u202e/u);
    // Nothing stands out of the card, whatever it is made of.
    const outside = await card(page).evaluate((element) => {
      const edge = element.getBoundingClientRect();
      const isOut = (box: DOMRect) =>
        box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
      const scrolls = (each: Element) => each.closest('pre') !== null;
      return [...element.querySelectorAll('*')]
        .filter((each) => !scrolls(each) && isOut(each.getBoundingClientRect()))
        .map((each) => each.outerHTML.slice(0, 80));
    });
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectNoViolations(page);
  });

test('§27 the keys of the inbox decide nothing that was not gone to and seen to its end', async ({
  asking: { page, ask },
}) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await ask('Pay Eve', [], { ...bound, long: 'No end. '.repeat(200) });
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/resolve')) decisions.push(request.url());
  });
  await page.goto('/inbox');
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true');
  // Nobody has gone to the card.
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  await page.keyboard.press('j');
  // Its end has not been seen, and `d` only goes on to what is left.
  await page.keyboard.press('d');
  await expect(card(page).getByRole('status')).toContainText('Approve waits');
  expect(decisions).toEqual([]);
  await expect
    .poll(async () => {
      if (decisions.length === 0) await page.keyboard.press('a');
      return decisions.length;
    })
    .toBe(1);
  await expect(card(page).getByRole('button', { name: /^Show all/ })).toHaveCount(0);
  await expect(card(page).getByRole('status')).toContainText('Approved by you');
});

test('§27 the keys of the inbox grant and put aside no scopes that were not gone to and seen to the last', async ({
  page,
  baseURL,
}) => {
  await signUp(page, 'Ada');
  const scopes = Array.from({ length: 18 }, (_, index) => ({
    scope: `garden.n${index + 1}`,
    reason: 'For the plants. '.repeat(6),
  }));
  const { agent, agentId } = await registerGardener(page, baseURL ?? '', scopes);
  await agent.startRelay();
  await openFreshRoom(page, agentId);
  await say(page, 'ask');
  const needs = page.getByRole('region', { name: /^Gardener needs your permission/ });
  await needs.waitFor();
  await page.setViewportSize({ width: 1280, height: 480 });
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /grants|aside/u.test(request.url())) decisions.push(request.url());
  });
  await page.goto('/inbox');
  const grant = needs.getByRole('button', { name: 'Grant 1 of 19' });
  await expect(grant).toBeVisible();
  // Nobody has gone to the card.
  for (const key of ['e', 'a', 'd']) await page.keyboard.press(key);
  await expect(grant).toHaveAttribute('aria-disabled', 'true');
  // It has not been seen to its end, and each key only goes on to what is left.
  for (const key of ['j', 'a', 'e', 'd']) {
    await page.keyboard.press(key);
    await expect(needs.getByRole('status')).toContainText('Approve waits');
  }
  expect(decisions).toEqual([]);
  await expect
    .poll(async () => {
      if (decisions.length === 0) await page.keyboard.press('a');
      return decisions.length;
    })
    .toBe(1);
  await expect(needs).toHaveCount(0);
  await agent.stop();
});

test('§27 a charge that cannot be paid can only be denied', async ({ asking: { page, charge } }) => {
  await charge(300);
  await expect(approve(page)).toBeDisabled();
  await expect(card(page).getByRole('status')).toHaveText('Approve is off: you have 200 coins too few.');
  await page.goto('/inbox');
  await expect(approve(page)).toBeDisabled();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(card(page).getByRole('status')).toHaveText('Approve is off: you have 200 coins too few.');
  await card(page).getByRole('button', { name: 'Deny' }).click();
  await expect(card(page).getByRole('status')).toContainText('Denied by you');
});
