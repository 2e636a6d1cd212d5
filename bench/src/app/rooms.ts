import type { Page } from '@playwright/test';

const atOnce = 16;

/** A room of the signed-in person alone, with so many messages; `Message 1.` is the first. Answers its address. */
export async function makeRoom(page: Page, messages: number): Promise<string> {
  const directory = await read<{ items: { agentId: string }[] }>(page, '/v1/agents/directory?q=showcase');
  const agentId = directory.items[0]?.agentId ?? '';
  const { item } = await write<{ item: { conversationId: string } }>(page, '/v1/conversations', {
    agentIds: [agentId],
  });
  // Without its agent the room holds only what is written into it.
  await page.request.delete(`/v1/conversations/${item.conversationId}/members/${agentId}`);
  for (let first = 1; first <= messages; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, messages - first + 1) }, (_, index) => first + index);
    const path = `/v1/conversations/${item.conversationId}/messages`;
    await Promise.all(numbers.map((number) => write(page, path, { text: textOf(number) })));
  }
  return `/c/${item.conversationId}`;
}

function textOf(number: number): string {
  return number % 7 === 0 ? `Message ${number}. ${'It has many words. '.repeat(30)}` : `Message ${number}.`;
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return (await (await page.request.get(path)).json()) as Answer;
}

async function write<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
