import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { signUp, test } from './demo.ts';

const count = 10_000;
const atOnce = 24;

/** A room without an agent that holds so many messages, the first and the last of them named so. */
async function longRoom(page: Page, baseURL: string): Promise<string> {
  const { items } = (await (await page.request.get('/v1/agents/directory?q=showcase')).json()) as {
    items: { agentId: string }[];
  };
  const agentId = items[0]?.agentId;
  const opened = await page.request.post('/v1/conversations', { data: { agentIds: [agentId] } });
  const { conversationId } = ((await opened.json()) as { item: { conversationId: string } }).item;
  await page.request.delete(`/v1/conversations/${conversationId}/members/${agentId}`);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': 'application/json', origin: baseURL };
  const send = async (text: string) => {
    const body = JSON.stringify({ text });
    const answer = await fetch(`${baseURL}/v1/conversations/${conversationId}/messages`, {
      method: 'POST',
      headers,
      body,
    });
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await send('The very first.');
  let next = 2;
  const worker = async () => {
    while (next < count) {
      const i = next++;
      await send(i % 9 === 0 ? `Message ${i}. ${'It has many words. '.repeat(12)}` : `Message ${i}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await send('The very last.');
  return conversationId;
}

test('ten thousand messages are thrown through with the wheel, and the page stays small', async ({ page, baseURL }) => {
  test.setTimeout(420_000);
  await signUp(page, 'Ada');
  const id = await longRoom(page, baseURL ?? '');
  await page.goto(`/c/${id}`);
  const log = page.getByRole('log');
  await expect(log.getByText('The very last.')).toBeInViewport();
  expect(await log.getByRole('article').count()).toBeLessThan(100);
  await log.hover();
  let most = 0;
  let lowest = Infinity;
  let stuck = 0;
  // Each throw is followed by two frames, and what it met at the edge by as long as the next page takes.
  while (!(await log.getByText('This is where the conversation begins.').isVisible()) && stuck < 400) {
    await page.mouse.wheel(0, -6000);
    const { articles, first } = await page.evaluate(
      () =>
        new Promise<{ articles: number; first: number }>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const all = [...document.querySelectorAll('[role="log"] article')];
              const places = all.map((each) => Number(each.getAttribute('aria-posinset')));
              resolve({ articles: all.length, first: Math.min(...places) });
            }),
          ),
        ),
    );
    most = Math.max(most, articles);
    stuck = first < lowest ? 0 : stuck + 1;
    lowest = Math.min(lowest, first);
  }
  await expect(log.getByText('The very first.')).toBeInViewport();
  // The line that the agent left is one more.
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', /^1000\d$/);
  expect(most).toBeLessThan(150);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(log.getByText('The very last.')).toBeInViewport();
});
