import { setTimeout } from 'node:timers/promises';
import { text } from '@parley/agent-sdk';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { say, signUp } from './demo.ts';
import { test } from './gardener.ts';

const log = (page: Page) => page.getByRole('log');
const toEnd = (page: Page) => page.getByRole('button', { name: /^(To the end|\d+ new messages?)$/ });

/** Opens a room that holds so much that it scrolls, and gives how more is said in it. */
async function openLongRoom(page: Page): Promise<(text: string) => Promise<void>> {
  await signUp(page, 'Ada');
  const directory = (await (await page.request.get('/v1/agents/directory?q=showcase')).json()) as {
    items: { agentId: string }[];
  };
  const agentId = directory.items[0]?.agentId;
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [agentId] } });
  const { conversationId } = ((await opened.json()) as { item: { conversationId: string } }).item;
  // Without its agent the room holds only what is written into it.
  await page.request.delete(`/v1/conversations/${conversationId}/members/${agentId}`);
  const write = async (text: string) => {
    const answer = await page.request.post(`/v1/conversations/${conversationId}/messages`, { data: { text } });
    expect(answer.ok()).toBe(true);
  };
  for (let i = 1; i <= 30; i += 1) await write(`Message ${i}.`);
  await page.goto(`/c/${conversationId}`);
  await expect(log(page).getByText('Message 30.')).toBeInViewport();
  return write;
}

/** Has the composer take room from the log right after a frame in which the answer has grown, before the next is drawn. */
async function growComposerAfter(answer: Locator): Promise<void> {
  await answer.evaluate((draft) => {
    const field = document.querySelector('#composer') as HTMLTextAreaElement;
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    const { height } = draft.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      if (draft.getBoundingClientRect().height < height + 10) return;
      observer.disconnect();
      window.setTimeout(() => {
        setValue?.call(field, 'A line\n'.repeat(12));
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      });
    });
    observer.observe(draft);
  });
}

for (const width of [1280, 360]) {
  test(`whoever is at the end stays there while an answer grows and the log shrinks, at ${width} px`, async ({
    shop: { page, agent },
  }) => {
    await page.setViewportSize({ width, height: 640 });
    agent.hears('tell', async (ctx) => {
      for (let lines = 1; lines <= 12; lines += 1) {
        await ctx.partial('A line of it.\n\n'.repeat(lines));
        await setTimeout(300);
      }
      await ctx.reply([text('It is told.')]);
    });
    for (let i = 1; i <= 8; i += 1) {
      await say(page, `Message ${i}.`);
      await expect(log(page)).toContainText(`Message ${i}.`);
    }
    const { height } = (await log(page).boundingBox()) ?? { height: 0 };
    await say(page, 'tell');
    const draft = page.getByRole('article', { name: 'Gardener' });
    await expect(draft).toContainText('A line of it.');
    await growComposerAfter(draft);
    await expect.poll(async () => (await log(page).boundingBox())?.height).toBeLessThan(height - 64);
    await expect(log(page)).toContainText('It is told.', { timeout: 15_000 });
    await expect(log(page).getByText('It is told.')).toBeInViewport({ ratio: 1 });
    await expect(toEnd(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: /^Message to/ }).fill('');
    await page.setViewportSize({ width, height: 400 });
    await expect(log(page).getByText('It is told.')).toBeInViewport({ ratio: 1 });
  });
}

test('only the reader leaves the end, by wheel or by key, and comes back to it', async ({ page }) => {
  const write = await openLongRoom(page);
  await log(page).hover();
  await page.mouse.wheel(0, -400);
  await expect(toEnd(page)).toBeVisible();
  await write('Not seen yet.');
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toContainText('Not seen yet.');
  await expect(log(page).getByText('Not seen yet.')).not.toBeInViewport();
  await toEnd(page).click();
  await expect(log(page).getByText('Not seen yet.')).toBeInViewport({ ratio: 1 });
  await expect(toEnd(page)).toHaveCount(0);
  await log(page).focus();
  await page.keyboard.press('PageUp');
  await expect(toEnd(page)).toBeVisible();
  await page.keyboard.press('End');
  await expect(toEnd(page)).toHaveCount(0);
  await write('Seen at once.');
  await expect(log(page).getByText('Seen at once.')).toBeInViewport({ ratio: 1 });
});
