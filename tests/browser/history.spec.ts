import { expect } from '@playwright/test';
import { signUp, test } from './demo.ts';

const count = 520;

test('a thrown scroll goes back through everything and never sticks', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page, 'Ada');
  const directory = (await (await page.request.get('/v1/agents/directory?q=showcase')).json()) as {
    items: { agentId: string }[];
  };
  const body = { agentIds: [directory.items[0]?.agentId] };
  const opened = (await (await page.request.post('/v1/conversations', { data: body })).json()) as {
    item: { conversationId: string };
  };
  const { conversationId } = opened.item;
  // Without its agent the room holds only what is written into it.
  await page.request.delete(`/v1/conversations/${conversationId}/members/${body.agentIds[0]}`);
  let early = '';
  for (let i = 1; i <= count; i++) {
    const text = i % 7 === 0 ? `Message ${i}. ${'It has many words. '.repeat(30)}` : `Message ${i}.`;
    const answer = await page.request.post(`/v1/conversations/${conversationId}/messages`, { data: { text } });
    if (i === 40) early = ((await answer.json()) as { messageId: string }).messageId;
  }

  await page.goto(`/c/${conversationId}`);
  const log = page.getByRole('log');
  await expect(log.getByText(`Message ${count}.`)).toBeVisible();
  await log.hover();
  const reached = await page.evaluate(async () => {
    const log = document.querySelector('[role="log"]') as HTMLElement;
    const isDone = () =>
      document.body.textContent?.includes('This is where the conversation begins.') && log.scrollTop <= 0;
    let frames = 0;
    while (!isDone() && frames < 1500) {
      log.scrollTop -= 400;
      frames += 1;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return frames;
  });
  expect(reached).toBeLessThan(1500);
  await expect(log.getByText('Message 1.', { exact: true })).toBeVisible();

  const pages: string[] = [];
  page.on('request', (request) => {
    if (/\/messages\?/.test(request.url())) pages.push(new URL(request.url()).search);
  });
  await page.goto(`/c/${conversationId}/m/${early}`);
  await expect(log.getByText('Message 40.', { exact: true })).toBeInViewport();
  expect(pages.filter((search) => search.includes('around=')).length).toBe(1);
  expect(pages.length).toBeLessThanOrEqual(4);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(log.getByText(`Message ${count}.`)).toBeInViewport();
});
