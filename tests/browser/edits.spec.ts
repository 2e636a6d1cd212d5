import type { Agent } from '@parley/agent-sdk';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { call, openFreshRoom, registerGardener, test as gardenerTest } from './gardener.ts';
import { keeps, keptWords } from './kept.ts';

const soon = { timeout: 15_000 };
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const field = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });
const said = (page: Page, name: string, text: string) => page.getByRole('article', { name }).filter({ hasText: text });
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const mark = (page: Page) => page.getByRole('button', { name: /^edited/ });

test.describe.configure({ timeout: 180_000 });

interface Two {
  readonly ada: Page;
  readonly ben: Page;
  readonly room: string;
}

/** Opens a room that Ada made, with Ben in it, in a browser each. */
async function openTwo(ada: Page, browser: Browser): Promise<Two> {
  const ben = await (await browser.newContext()).newPage();
  await signUp(ada, 'Ada');
  const handle = await signUp(ben, 'Ben');
  const found = await ada.request.get(`/v1/users?handle=${handle}`);
  const { items } = (await found.json()) as { items: { userId: string }[] };
  const opened = await ada.request.post('/v1/conversations', { data: { userIds: [items[0]?.userId] } });
  const { item } = (await opened.json()) as { item: { conversationId: string } };
  for (const page of [ada, ben]) {
    await page.goto(`/c/${item.conversationId}`);
    await composer(page).waitFor();
  }
  return { ada, ben, room: item.conversationId };
}

async function idOf(page: Page, room: string, text: string): Promise<string> {
  const { items } = (await (await page.request.get(`/v1/conversations/${room}/messages`)).json()) as {
    items: { messageId: string; body: string | null }[];
  };
  return items.find(({ body }) => body === text)?.messageId ?? '';
}

async function choose(page: Page, name: string, text: string, item: string): Promise<void> {
  await said(page, name, text).hover();
  await said(page, name, text).getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Collects what one voice of the page says about edits and deletions. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      for (const voice of document.querySelectorAll('[role="status"]')) {
        if (/edited|deleted/.test(voice.textContent) && heard.at(-1) !== voice.textContent)
          heard.push(voice.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('§25 an edit by keys is seen by others at once, and its versions can be read', async ({ page, browser }) => {
  const { ada, ben } = await openTwo(page, browser);
  await say(ada, 'Water the fcius');
  await expect(said(ben, 'Ada', 'Water the fcius')).toBeVisible(soon);
  const heard = await listen(ben);
  await composer(ada).press('ArrowUp');
  await expect(field(ada)).toBeFocused();
  await expect(field(ada)).toHaveValue('Water the fcius');
  await expectNoViolations(ada, 'editing');
  await ada.keyboard.press('Shift+Enter');
  await expect(field(ada)).toHaveValue('Water the fcius\n');
  await field(ada).fill('Water the ficus');
  await ada.keyboard.press('Enter');
  await expect(composer(ada)).toBeFocused();
  for (const [reader, author] of [
    [ada, 'You'],
    [ben, 'Ada'],
  ] as const) {
    await expect(said(reader, author, 'Water the ficus')).toContainText('edited', soon);
    await expect(reader.getByText('fcius')).toHaveCount(0);
    await expect(list(reader)).toContainText('Water the ficus');
  }
  expect(await heard()).toEqual(['Ada edited a message']);

  await mark(ben).click();
  const dialog = ben.getByRole('dialog', { name: 'Versions of this message' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText('Original');
  await expect(dialog.getByRole('listitem').first()).toContainText('Water the fcius');
  await expect(dialog.getByRole('listitem').last()).toContainText('Edit 1 · Current version');
  await expect(dialog.getByRole('deletion')).toContainText('removed: fcius');
  await expect(dialog.getByRole('insertion')).toContainText('added: ficus');
  await expectNoViolations(ben, 'versions');
  await ben.keyboard.press('Escape');
  await expect(mark(ben)).toBeFocused();
  await ben.context().close();
});

test('§25 an edit waits through a reload and without a connection, and Escape gives the focus back', async ({
  page,
  browser,
}) => {
  const { ada, ben } = await openTwo(page, browser);
  await say(ada, 'first words');
  await expect(said(ben, 'Ada', 'first words')).toBeVisible(soon);
  await choose(ada, 'You', 'first words', 'Edit');
  await expect(field(ada)).toBeFocused();
  await ada.keyboard.type(', and more');
  await ada.reload();
  await expect(field(ada)).toHaveValue('first words, and more', soon);
  await expect(composer(ada)).toBeFocused();
  await ada.context().setOffline(true);
  await expect(ada.getByText('You are offline. Your text is kept here')).toBeVisible();
  await field(ada).press('Enter');
  await expect(field(ada)).toHaveValue('first words, and more');
  await ada.context().setOffline(false);
  await field(ada).press('Enter');
  await expect(said(ben, 'Ada', 'first words, and more')).toBeVisible(soon);

  await choose(ada, 'You', 'first words', 'Edit');
  await field(ada).fill('nonsense');
  await ada.keyboard.press('Escape');
  await expect(field(ada)).toHaveCount(0);
  await expect(said(ada, 'You', 'first words, and more')).toBeFocused();
  await ben.context().close();
});

test('§25 a deletion can be undone for five seconds, and is gone from everywhere after them', async ({
  page,
  browser,
}) => {
  const { ada, ben, room } = await openTwo(page, browser);
  await say(ada, 'a zebra in the garden');
  await expect(said(ben, 'Ada', 'zebra')).toBeVisible(soon);
  await choose(ben, 'Ada', 'zebra', 'Quote');
  await expect(composer(ben)).toHaveValue(/zebra/);
  await keeps(ben, 'zebra');
  await ben.getByRole('button', { name: 'Search in this room' }).click();
  await ben.getByRole('searchbox', { name: 'Search messages' }).fill('zebra');
  await expect(ben.getByRole('list', { name: 'Messages found' })).toContainText('zebra', soon);

  const asked: string[] = [];
  ada.on('request', (request) => void (request.method() === 'DELETE' && asked.push(request.url())));
  await choose(ada, 'You', 'zebra', 'Delete');
  const undo = ada.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(said(ada, 'You', 'zebra')).toBeFocused();
  await expect(undo).toHaveCount(0);
  await ada.waitForTimeout(5500);
  expect(asked).toEqual([]);

  const heard = await listen(ben);
  await choose(ada, 'You', 'zebra', 'Delete');
  await expect(undo).toBeVisible();
  await expectNoViolations(ada, 'undo');
  await expect(ada.getByText('You deleted this message')).toBeVisible();
  await expect(ben.getByText('Ada deleted this message')).toBeVisible(soon);
  await expect(ben.getByText('a zebra')).toHaveCount(0);
  await expect(ben.getByRole('list', { name: 'Messages found' })).toHaveCount(0);
  await expect(composer(ben)).toHaveValue('');
  await expect.poll(() => keptWords(ben)).not.toContain('zebra');
  await expect(ada.getByText('zebra')).toHaveCount(0);
  expect(await heard()).toEqual(['A message from Ada was deleted']);
  await expectNoViolations(ben, 'tombstone');
  const found = await ben.request.get(`/v1/search/messages?q=zebra&conversationId=${room}`);
  expect(((await found.json()) as { items: unknown[] }).items).toEqual([]);
  await ben.context().close();
});

test('§25 a deletion outlives the page, and a file leaves the list of files', async ({ page, browser }) => {
  const { ada, ben } = await openTwo(page, browser);
  await say(ada, 'left behind');
  await expect(said(ben, 'Ada', 'left behind')).toBeVisible(soon);
  await choose(ada, 'You', 'left behind', 'Delete');
  await expect(ada.getByText('You deleted this message')).toBeVisible();
  // The browser may drop the request of a page that is left; then the next start sends it.
  await ada.goto('about:blank');
  await ada.goBack();
  await expect(ben.getByText('Ada deleted this message')).toBeVisible({ timeout: 40_000 });

  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Water on Mondays.') };
  await ben.locator('input[type="file"]').setInputFiles(file);
  await ben.getByRole('button', { name: 'Send' }).click();
  const files = ada.getByRole('list', { name: 'Files' });
  await expect(files).toContainText('plan.txt', soon);
  await choose(ben, 'You', 'plan.txt', 'Delete');
  await expect(files).toHaveCount(0, soon);
  await ben.context().close();
});

test('§25 the creator of a room deletes what others say, and nobody else does', async ({ page, browser }) => {
  const { ada, ben } = await openTwo(page, browser);
  await say(ada, 'by the creator');
  await say(ben, 'by a guest');
  await expect(said(ada, 'Ben', 'by a guest')).toBeVisible(soon);
  await said(ben, 'Ada', 'by the creator').hover();
  await said(ben, 'Ada', 'by the creator').getByRole('button', { name: 'Message actions' }).click();
  await expect(ben.getByRole('menuitem', { name: 'Copy message' })).toBeVisible();
  for (const name of ['Edit', 'Delete']) await expect(ben.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
  await ben.keyboard.press('Escape');
  await choose(ada, 'Ben', 'by a guest', 'Delete');
  await expect(ben.getByText('This message was deleted')).toBeVisible(soon);
  await expect(ben.getByText('by a guest')).toHaveCount(0);
  await ben.context().close();
});

test('§25 a refused edit says why and keeps what was typed', async ({ page, browser }) => {
  const { ada, ben, room } = await openTwo(page, browser);
  await say(ada, 'one');
  await expect(said(ben, 'Ada', 'one')).toBeVisible(soon);
  const path = `/v1/conversations/${room}/messages/${await idOf(ada, room, 'one')}`;
  await composer(ada).press('ArrowUp');
  await field(ada).fill('my long text');
  await ada.route(`**${path}`, (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'edit_window_over', message: 'Over.' } } }),
  );
  await field(ada).press('Enter');
  await expect(ada.getByRole('alert')).toContainText('a message can be edited for 24 hours, and that time is over');
  await expect(field(ada)).toHaveValue('my long text');
  await ada.unroute(`**${path}`);

  for (let place = 1; place <= 100; place += 1) await ada.request.patch(path, { data: { text: `edit ${place}` } });
  await field(ada).press('Enter');
  await expect(ada.getByRole('alert')).toContainText('a message can be edited 100 times, and this one was');
  await expect(field(ada)).toHaveValue('my long text');
  await expectNoViolations(ada, 'refused');

  await ada.request.delete(path);
  await expect(ada.getByRole('alert')).toContainText('This message was deleted meanwhile.', soon);
  await expect(field(ada)).toHaveValue('my long text');
  await ada.getByRole('button', { name: 'Cancel' }).click();
  await expect(ada.getByText('You deleted this message')).toBeVisible();
  await ben.context().close();
});

gardenerTest.describe('with an agent', () => {
  gardenerTest.describe.configure({ timeout: 180_000 });

  /** Answers `read` with what the history says, and anything else with a greeting. */
  function answer(agent: Agent): void {
    agent.hears('read', async (ctx) => {
      const entries = await ctx.history({ limit: 20 });
      await ctx.reply(`It says: ${entries.map((entry) => entry.text).join(' | ')}`);
    });
    agent.on('message.created', (ctx) => ctx.reply('Hello.'));
  }

  gardenerTest('§25 an agent that answered the earlier text can be sent the new one', async ({ page, baseURL }) => {
    await signUp(page, 'Ada');
    const scope = { scope: 'history.read', reason: 'To know what was said.' };
    const { agent, agentId } = await registerGardener(page, baseURL ?? '', [scope]);
    await openFreshRoom(page, agentId);
    await call(page, 'PUT', `/v1/agents/${agentId}/membership/grants`, { scopes: ['history.read'] });
    await agent.startRelay();
    answer(agent);
    await say(page, 'Water the fcius');
    await expect(said(page, 'Gardener', 'Hello.')).toBeVisible(soon);
    await composer(page).press('ArrowUp');
    await field(page).fill('Water the ficus');
    await page.keyboard.press('Enter');
    const mine = said(page, 'You', 'Water the ficus');
    await expect(mine).toContainText('Gardener answered the earlier text', soon);
    await expectNoViolations(page, 'answered the earlier text');
    await mine.getByRole('button', { name: 'Send again' }).click();
    await expect(mine).toHaveCount(2, soon);
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await expect(said(page, 'Gardener', 'Hello.')).toHaveCount(2, soon);
    await say(page, 'read');
    await expect(said(page, 'Gardener', 'It says:')).toContainText('Water the ficus', soon);
    await expect(said(page, 'Gardener', 'It says:')).not.toContainText('fcius');
    await agent.stop();
  });

  gardenerTest('§25 an edit by an agent is marked, with its versions', async ({ shop: { page, agent } }) => {
    agent.on('message.created', async (ctx) => {
      const { message_id: messageId } = await ctx.reply('It is Tuseday.');
      await agent.client.editMessage(messageId, 'It is Tuesday.');
    });
    await say(page, 'Which day is it?');
    await expect(said(page, 'Gardener', 'It is Tuesday.')).toContainText('edited', soon);
    await mark(page).click();
    const dialog = page.getByRole('dialog', { name: 'Versions of this message' });
    await expect(dialog.getByRole('deletion')).toContainText('Tuseday.');
    await expect(dialog.getByRole('insertion')).toContainText('Tuesday.');
  });
});

/** Rests a finger on a message for longer than half a second. */
async function longPress(page: Page, text: string): Promise<void> {
  const words = said(page, 'You', text).getByText(text);
  await expect(words).toBeVisible();
  // Once it rests in its place: where it is first drawn, the finger would press the way back to the rooms.
  await words.tap({ trial: true, timeout: 5000 });
  const box = await words.boundingBox();
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.waitForTimeout(700);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('§25 a long press opens the menu, and what it offers is large enough for a finger', async ({
    page,
    browser,
  }) => {
    const { ada, ben } = await openTwo(page, browser);
    await say(ada, 'Water the fcius');
    // A press is lost where the message is drawn anew under the finger, and a menu that comes late hides the message.
    await expect(async () => {
      if ((await ada.getByRole('menu').count()) > 0) await ada.keyboard.press('Escape');
      await longPress(ada, 'Water the fcius');
      await expect(ada.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible({ timeout: 2000 });
    }).toPass();
    // The menu stays when the finger is lifted.
    await ada.waitForTimeout(500);
    await expect(ada.getByRole('menuitem')).not.toHaveCount(0);
    for (const item of await ada.getByRole('menuitem').all()) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoViolations(ada, 'menu-360');
    await ada.getByRole('menuitem', { name: 'Edit', exact: true }).tap();
    await expect(field(ada)).toBeFocused();
    await expectNoViolations(ada, 'editing-360');
    await field(ada).fill('Water the ficus');
    await ada.getByRole('button', { name: 'Save' }).tap();
    await expect(mark(ada)).toBeVisible(soon);
    await expectNoViolations(ada, 'edited-360');
    await mark(ada).tap();
    await expect(ada.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    await expectNoViolations(ada, 'versions-360');
    await ada.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await expect(ada.getByRole('dialog')).toHaveCount(0);

    await longPress(ada, 'Water the ficus');
    await ada.waitForTimeout(500);
    await ada.getByRole('menuitem', { name: 'Delete', exact: true }).tap();
    const undo = ada.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectNoViolations(ada, 'undo-360');
    await undo.tap();
    await expect(said(ada, 'You', 'Water the ficus')).toBeVisible();
    await ben.context().close();
  });
});
