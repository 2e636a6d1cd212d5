import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { say, test } from './demo.ts';
import { call, test as gardenerTest } from './gardener.ts';
import { quiet } from './quiet.ts';

/** What the page asks of the server from now on. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v1/') && pathname !== '/v1/feed') seen.push(`${request.method()} ${pathname}${search}`);
  });
  return seen;
}

test('a question asked and answered takes four requests at most', async ({ showcase: page }) => {
  // The panel beside the room reads what it shows, once.
  await page.getByRole('button', { name: 'Room settings' }).waitFor();
  await quiet(page);
  const seen = watch(page);
  await say(page, 'hello, you');
  await expect(page.getByRole('article', { name: 'Showcase' }).last()).toBeVisible();
  await page.waitForTimeout(3000);
  expect(seen.length, seen.join('\n')).toBeLessThanOrEqual(4);
});

test('a draft that grows is read at most four times a second, and nothing else for it', async ({ showcase: page }) => {
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('doing nothing');
  const seen = watch(page);
  await say(page, 'stream a story');
  await expect(page.locator('article[aria-busy="true"]', { hasText: 'is writing' })).toBeVisible();
  const begun = Date.now();
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0, { timeout: 25_000 });
  const seconds = (Date.now() - begun) / 1000;
  await page.waitForTimeout(2500);
  const drafts = seen.filter((line) => /^GET .*\/messages\/msg_/.test(line));
  expect(drafts.length).toBeLessThanOrEqual(4 * (seconds + 2));
  expect(seen.length - drafts.length, seen.join('\n')).toBeLessThanOrEqual(4);
});

test.describe('at the start', () => {
  // A worker that answers from what it kept would be asked instead of the server.
  test.use({ serviceWorkers: 'block' });

  test('what a room shows first is asked for while its code is on its way, and once', async ({ showcase: page }) => {
    // Without signals nothing is read again.
    await page.route('**/v1/feed*', () => undefined);
    const room = page.url();
    // What the page before still asks for is not of this one.
    await page.goto('about:blank');
    const seen = watch(page);
    const messages = () => seen.some((line) => line.endsWith('/messages?limit=50'));
    await page.route('**/assets/app-*.js', async (route) => {
      await expect.poll(messages).toBe(true);
      await route.continue();
    });
    await page.goto(room);
    await page.getByRole('textbox', { name: 'Message to Showcase' }).waitFor();
    await page.waitForTimeout(2000);
    const first = seen.filter((line) => /(session|waiting|conversations\?limit=200|messages\?limit=50)$/.test(line));
    expect(first).toHaveLength(4);
    expect(first).toEqual([...new Set(first)]);
  });
});

gardenerTest('what came of approvals is asked for the cards in view alone', async ({ shop: { page, agent } }) => {
  gardenerTest.slow();
  agent.hears('often', async (ctx) => {
    for (let place = 0; place < 10; place += 1) {
      const args = { amount: 1, reason: `Plant food ${place}` };
      await ctx.invokeTool(
        { tool: 'coin.charge', requestedScope: 'coin.charge', arguments: args },
        { idempotencyKey: `${ctx.deliveryId}-${place}` },
      );
    }
  });
  await say(page, 'often');
  const pending = async () => {
    const answer = await page.request.get('/v1/approvals?state=pending');
    return ((await answer.json()) as { items: { id: string }[] }).items;
  };
  await expect.poll(async () => (await pending()).length).toBe(10);
  for (const { id } of await pending())
    await call(page, 'POST', `/v1/approvals/${id}/resolve`, { decision: 'approved' });
  await expect(page.getByText('The tool has succeeded.').last()).toBeVisible();
  await page.goto('about:blank');
  const seen = watch(page);
  await page.goBack();
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor();
  await quiet(page);
  const receipts = seen.filter((line) => line.endsWith('/receipt'));
  expect(receipts.length, receipts.join('\n')).toBeLessThanOrEqual(4);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -2000);
  await page.getByRole('log').getByRole('status').first().scrollIntoViewIfNeeded();
  await expect(page.getByText(/· paid$/).first()).toBeVisible();
});
