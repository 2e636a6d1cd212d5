import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, openFreshRoom, registerGardener, test } from './gardener.ts';

const cards = (page: Page) => page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });
const stopsMax = 80;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

test('§22 a person gives a bounded permission by keys alone, sees its uses verified, and ends it', async ({ shop }) => {
  test.slow();
  const { page, room } = shop;
  await say(page, 'ask');
  await expect(cards(page).getByRole('button', { name: 'Approve 3 coins once' })).toBeEnabled();
  await expectNoViolations(page, 'card');
  await press(page, cards(page).getByRole('button', { name: 'Approve, and the same until…' }));

  const bounds = page.getByRole('dialog', { name: 'Approve, and the same until…' });
  await expect(bounds.getByRole('combobox', { name: 'amount' })).toBeFocused();
  await press(page, bounds.getByRole('button', { name: 'Approve and allow this' }));
  // What widens it has to be chosen.
  await expect(bounds.getByRole('textbox', { name: 'amount in all, at most' })).toBeFocused();
  await expect(bounds).toContainText('Coins need a limit in all.');
  await expect(bounds).toContainText('Choose until when.');
  await expectNoViolations(page, 'bounds');
  await page.keyboard.type('10');
  await press(page, bounds.getByRole('checkbox', { name: 'Any number of times' }), 'Space');
  await press(page, bounds.getByRole('combobox', { name: 'Until when' }), 'ArrowDown');
  await page.keyboard.press('ArrowDown');
  const sentence = bounds.getByRole('status');
  await expect(sentence).toHaveText(
    /^Gardener may charge exactly 3 coins at a time and 10 in all, with reason “Plant food, 1 l”, any number of times, until .+, in this room\.$/,
  );
  await expect(bounds).toContainText('This call is covered.');
  await press(page, bounds.getByRole('button', { name: 'Approve and allow this' }));
  await expect(bounds).toHaveCount(0);
  await expect(cards(page).getByRole('status')).toBeFocused();
  await expect(cards(page).getByRole('status')).toContainText(/^Approved by you, /);
  await expect(cards(page)).toContainText('This began a permission that lasts.');

  // The next one runs without a question.
  await say(page, 'ask');
  const log = page.getByRole('log');
  await expect(log).toContainText('“Gardener” paid 3 coins under “Ada”’s standing permission, 4 of 10 left');
  await expect(cards(page)).toHaveCount(1);
  await expectNoViolations(page, 'used');

  await press(page, cards(page).getByRole('link', { name: 'See it' }));
  const given = page.getByRole('article', { name: /^Gardener may charge exactly 3 coins/ });
  await expect(given).toBeFocused();
  await expect(given).toContainText('4 of 10 coins left');
  await press(page, given.getByRole('button', { name: /^Uses of: / }));
  const uses = page.getByRole('dialog', { name: 'Uses' });
  await expect(uses.getByText('Receipt verified: this server signed it, for these arguments.')).toHaveCount(2);
  await expect(uses.getByText('Done')).toHaveCount(2);
  await expectNoViolations(page, 'uses');
  await page.keyboard.press('Escape');
  await expectNoViolations(page, 'permissions');
  await press(page, given.getByRole('button', { name: /^End: / }));
  await expect(given).toContainText('Ended by you.');
  await expect(given).toBeFocused();
  await page.goto('/permissions');
  await page.getByRole('button', { name: 'Ended (1)' }).press('Enter');
  await expect(given).toContainText('Ended by you.');

  // The next one asks again.
  await page.goto(`/c/${room}`);
  await say(page, 'ask');
  await expect(cards(page).last().getByRole('button', { name: 'Approve 3 coins once' })).toBeEnabled();
});

test('§23 a person changes an argument of a decision, picks an option and says why; the receipt has both hashes', async ({
  page,
  baseURL,
}) => {
  test.slow();
  await signUp(page, 'Ada');
  const scopes = [{ scope: 'decision.request', reason: 'To have you decide.' }];
  const { agent, agentId } = await registerGardener(page, baseURL ?? '', scopes);
  agent.hears('plan', async (ctx) => {
    await ctx.invokeTool(
      { tool: 'decision.request', requestedScope: 'decision.request', arguments: plan },
      { idempotencyKey: ctx.deliveryId },
    );
  });
  await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: ['decision.request'] });
  await agent.startRelay();
  await openFreshRoom(page, agentId);
  await page.getByRole('textbox', { name: 'Message to Gardener' }).waitFor();
  await say(page, 'plan');

  const card = page.getByRole('region', { name: /Order from the shop/ });
  await expect(card.getByRole('button', { name: 'Deny' })).toBeEnabled();
  await expect(card).toContainText('59 min left');
  await expect(card.getByRole('button', { name: /Approve/ })).toHaveCount(0);
  const amount = card.getByRole('textbox', { name: 'litres' });
  await amount.fill('many');
  await expect(card).toContainText('This is not a number.');
  await expect(card.getByRole('button', { name: /^Courier/ })).toBeDisabled();
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('3');
  await amount.fill('2');
  await expect(card.getByText('changed', { exact: true })).toBeVisible();
  await card.getByText('Why? (optional)').click();
  await card.getByRole('textbox', { name: 'Your reason' }).fill('Two will do.');
  await expectNoViolations(page, 'decision');
  // The card is taller than the window: the first press goes to what was not seen yet.
  await expect(async () => {
    await press(page, card.getByRole('button', { name: /^Courier/ }));
    await expect(card.getByRole('status')).toContainText(/^Approved by you, /, { timeout: 3_000 });
  }).toPass();
  await expect(card).toContainText('You choseCourier');
  await expect(card).toContainText('3 → 2');
  await expect(card).toContainText('You said: “Two will do.”');
  await expectNoViolations(page, 'decided');
  await expect(card.getByRole('status')).toContainText('done');
  await card.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('Receipt verified: this server signed it, for these arguments.');
  await expect(receipt).toContainText(/Arguments as proposed, SHA-256[0-9a-f]{64}Arguments, SHA-256[0-9a-f]{64}/);
  await expect(receipt).toContainText('courier');
  await expectNoViolations(page, 'receipt');
  await agent.stop();
});

const plan = {
  action: 'Order from the shop',
  arguments: { shop: 'Plant shop', litres: 3 },
  editable: ['/litres'],
  options: [
    { id: 'courier', label: 'Courier', detail: 'Tomorrow, 4 coins more' },
    { id: 'pick_up', label: 'Pick up' },
  ],
  expires_in_minutes: 60,
};
