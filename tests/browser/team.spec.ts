import { expect, test } from '@playwright/test';
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { FakeModel, says } from '../../packages/model/src/testing/fake-model.ts';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { freshHandle } from './fresh-handle.ts';

let fake: FakeModel;
test.beforeAll(async () => {
  fake = await new FakeModel().start();
});
test.afterAll(() => fake.stop());

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const asks = (page: Page) => page.getByRole('region', { name: /^Tiny needs your permission/ });
const picker = (page: Page) => page.getByRole('dialog', { name: 'React to this message' });
const from = (page: Page, name: string, text: string) => page.getByRole('article', { name }).filter({ hasText: text });

test('five people share a room with a model that answers only when it is mentioned', async ({ browser }) => {
  test.setTimeout(240_000);
  const names = ['Ada', 'Bea', 'Cyd', 'Dan', 'Eve'] as const;
  const pages: Page[] = [];
  for (const name of names) pages.push(await joined(browser, name, name === 'Cyd' || name === 'Eve' ? phone : {}));
  const [ada, bea, cyd, dan] = pages as [Page, Page, Page, Page, Page];
  const tiny = freshHandle('tiny');
  const room = await openRoom(pages, tiny);
  for (const page of pages) {
    await page.goto(`/c/${room}`);
    await expect(page.getByText(`Tiny hears only messages with @${tiny}`)).toBeVisible();
  }

  await say(ada, 'Shall we ship on Friday?');
  for (const page of pages.slice(1)) await expect(from(page, 'Ada', 'Shall we ship')).toBeVisible();

  // Bea mentions the model by keys alone; it did not hear Ada.
  await field(bea).click();
  await bea.keyboard.type('@ti');
  await expect(bea.getByRole('option')).toHaveCount(1);
  await expectNoViolations(bea, 'team-mention');
  await bea.keyboard.press('Enter');
  await expect(field(bea)).toHaveValue(`@${tiny} `);
  await bea.keyboard.type('is it ready?');
  fake.answers.push(...names.map((name) => says(`To the next: ${name}.`)), says('To all.'));
  await bea.keyboard.press('Enter');
  for (const page of pages) await expect(from(page, 'Tiny', 'To the next: Ada.')).toBeVisible({ timeout: 15_000 });
  expect(fake.requests).toHaveLength(1);

  // Each is asked once, below the messages, and nobody sees what the others are asked.
  await expect(asks(bea)).toBeVisible();
  for (const page of pages.filter((one) => one !== bea)) await expect(asks(page)).toHaveCount(0);
  await expectNoViolations(bea, 'team-consent-1280');
  await answered(bea);
  for (const [index, page] of [ada, cyd, dan, pages[4] as Page].entries()) {
    await say(page, `@${tiny} and for me?`);
    await expect(from(page, 'Tiny', `To the next: ${names[index + 1]}.`)).toBeVisible({ timeout: 15_000 });
    await expect(asks(page)).toBeVisible();
    if (page === cyd) await expectNoViolations(cyd, 'team-consent-360');
    await answered(page);
  }
  await say(bea, `@${tiny} thank you all`);
  for (const page of pages) {
    await expect(from(page, 'Tiny', 'To all.')).toBeVisible({ timeout: 15_000 });
    await expect(asks(page)).toHaveCount(0);
  }
  expect(fake.requests).toHaveLength(6);
  expect(await kindsOf(ada, room)).toEqual(new Set(['text']));

  // Dan reacts by key, and Cyd by thumb.
  await field(dan).click();
  await dan.keyboard.press('Alt+ArrowUp');
  await expect(from(dan, 'Tiny', 'To all.')).toBeFocused();
  await dan.keyboard.press('+');
  await expect(picker(dan)).toBeVisible();
  await dan.keyboard.type('thumbs up');
  await dan.keyboard.press('Enter');
  await from(cyd, 'Tiny', 'To all.').getByRole('button', { name: 'thumbs up, 1' }).tap();
  await hold(cyd, from(cyd, 'Tiny', 'To all.').getByText('To all.'));
  await cyd.getByRole('menuitem', { name: 'React' }).tap();
  await picker(cyd).getByRole('button', { name: 'eyes', exact: true }).tap();
  for (const page of pages) {
    const its = from(page, 'Tiny', 'To all.');
    await expect(its.getByRole('button', { name: /^thumbs up, 2/ })).toBeVisible();
    await expect(its.getByRole('button', { name: /^eyes, 1/ })).toBeVisible();
  }
  await expectNoViolations(ada, 'team-1280');
  await expectNoViolations(cyd, 'team-360');
  for (const page of pages) await page.context().close();
});

async function joined(browser: Browser, name: string, device: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(device)).newPage();
  await signUp(page, name);
  return page;
}

/** Opens a room of all of them with a model of the first one's. */
async function openRoom(pages: readonly Page[], handle: string): Promise<string> {
  const [first] = pages as readonly [Page];
  const ids = await Promise.all(
    pages.map(async (page) => (await jsonOf(await page.request.get('/v1/session'))).item.userId),
  );
  const data = { name: 'Tiny', handle, url: fake.url, model: 'tiny' };
  const { item: agent } = await jsonOf(await first.request.post('/v1/models', { data }));
  const seats = { agentIds: [agent.agentId], userIds: ids.slice(1) };
  const { item } = await jsonOf(await first.request.post('/v1/conversations', { data: seats }));
  const changes = { title: 'Launch', agentHears: 'mentions' };
  await jsonOf(await first.request.patch(`/v1/conversations/${item.conversationId}`, { data: changes }));
  return item.conversationId ?? '';
}

interface Answer {
  readonly item: Readonly<Record<'agentId' | 'conversationId' | 'userId', string>>;
}

async function jsonOf(answer: Awaited<ReturnType<Page['request']['get']>>): Promise<Answer> {
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** Grants what the model asks, which ends the question. */
async function answered(page: Page): Promise<void> {
  for (const choice of await asks(page).getByRole('switch').all()) await choice.check();
  await asks(page)
    .getByRole('button', { name: /^Grant/ })
    .click();
  await expect(asks(page)).toHaveCount(0);
}

/** The types of all blocks of a room. */
async function kindsOf(page: Page, room: string): Promise<Set<string>> {
  const answer = await page.request.get(`/v1/conversations/${room}/messages`);
  const { items } = (await answer.json()) as { items: { blocks: { type: string }[] }[] };
  return new Set(items.flatMap(({ blocks }) => blocks.map(({ type }) => type)));
}

/** Holds a finger on an element until the menu is open. */
async function hold(page: Page, target: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(page.getByRole('menuitem', { name: 'React' })).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
