import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, openRoom, test } from './gardener.ts';

const cards = (page: Page) => page.getByRole('region', { name: /^Pay 3 coins to “Gardener”/ });

interface Waiting {
  readonly items: readonly { readonly id: string; readonly agentId: string }[];
}

/** Has the agent ask, and approves as fast as a program can. */
async function approveOne(page: Page, room: string, agentId: string): Promise<void> {
  await page.request.post(`/v1/conversations/${room}/messages`, { data: { text: 'ask' } });
  await expect
    .poll(async () => {
      const { items } = (await (await page.request.get('/v1/approvals?state=pending')).json()) as Waiting;
      const approval = items.find((item) => item.agentId === agentId);
      if (approval) await call(page, 'POST', `/v1/approvals/${approval.id}/resolve`, { decision: 'approved' });
      return approval !== undefined;
    })
    .toBe(true);
}

test('§22 after three approvals in a week a card suggests bounds, and the page says how fast they were decided', async ({
  shop: { page, room, agentId },
}) => {
  test.slow();
  for (let times = 0; times < 3; times += 1) await approveOne(page, room, agentId);
  await say(page, 'ask');
  const card = cards(page).last();
  await expect(card).toContainText('You approved this 3 times in a week. You can let it run within bounds.');
  await expect(card.getByRole('button', { name: 'Approve, and the same until…' })).toBeEnabled();
  // It is a suggestion: no dialog opened, and nothing is chosen.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoViolations(page, 'suggested');

  await page.goto('/permissions');
  const asked = page.getByText(/^Gardener asked you 4 times this week; you approved 3, all of them within 3 s\./);
  await expect(asked).toContainText('That is hardly time to read.');
  await expectNoViolations(page, 'asked');
});

test('§22 a permission that cannot be given says so, and the call can still be approved once', async ({
  shop: { page },
}) => {
  await page.route('**/v1/approvals/*/resolve', async (route) => {
    const { standing } = route.request().postDataJSON() as { standing?: object };
    if (!standing) return route.continue();
    const error = { code: 'grant_not_possible', message: 'No standing grant can be given for this call.' };
    return route.fulfill({ status: 400, json: { error: { ...error, path: '/standing' } } });
  });
  await say(page, 'ask');
  const more = cards(page).getByRole('button', { name: 'Approve, and the same until…' });
  await more.click();
  const bounds = page.getByRole('dialog', { name: 'Approve, and the same until…' });
  await bounds.getByRole('textbox', { name: 'amount in all, at most' }).fill('10');
  await bounds.getByRole('checkbox', { name: 'Any number of times' }).check();
  await bounds.getByRole('combobox', { name: 'Until when' }).selectOption({ index: 1 });
  await bounds.getByRole('button', { name: 'Approve and allow this' }).click();
  await expect(bounds).toHaveCount(0);
  await expect(cards(page)).toContainText('This can only be approved once.');
  await expect(more).toHaveCount(0);
  await expectNoViolations(page, 'not possible');
  await cards(page).getByRole('button', { name: 'Approve 3 coins once' }).click();
  await expect(cards(page).getByRole('status')).toContainText(/^Approved by you, /);
});

test('§24 the owner reads how people decide once five were asked, and nothing before', async ({
  shop: { page, agentId, manifest },
  browser,
}) => {
  test.slow();
  await call(page, 'PUT', `/v1/agents/${agentId}/manifest`, { manifest: { ...manifest, access: 'public' } });
  await page.goto(`/agents/${agentId}`);
  await expect(page.getByText('Fewer than five people were asked this week, so nothing is shown.')).toBeVisible();
  await Promise.all(Array.from({ length: 5 }, () => askAnother(browser, agentId)));
  await page.reload();
  await expect(page.getByText(/^Gardener asked 5 people 5 times this week; they approved 5\./)).toBeVisible();
  await expectNoViolations(page, 'owner');
});

/** Has the agent ask a new person, who approves. */
async function askAnother(browser: Browser, agentId: string): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await signUp(page, 'Guest');
  const room = await openRoom(page, agentId);
  await approveOne(page, room, agentId);
  await page.context().close();
}
