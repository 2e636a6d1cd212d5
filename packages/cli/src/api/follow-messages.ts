import type { Message } from '@parley/protocol';
import { pause } from '../until-stopped.ts';
import type { Client } from './client.ts';

/** Tells the final messages of a conversation: the last `past` that there are, then each that comes. */
export async function followMessages(
  client: Client,
  conversationId: string,
  {
    past,
    signal,
    everyMs = 1000,
  }: { readonly past: number; readonly signal: AbortSignal | null; readonly everyMs?: number },
  tell: (message: Message) => void | Promise<void>,
): Promise<void> {
  let after: number | undefined;
  for (;;) {
    const query = after === undefined ? { limit: Math.max(1, past) } : { after, limit: 200 };
    const { items } = await client.call('listMessages', { params: { conversationId }, query });
    const final = items.filter((message) => message.seq !== null);
    for (const message of after === undefined && past === 0 ? [] : final) await tell(message);
    after = final.at(-1)?.seq ?? after ?? 0;
    if (signal === null) return;
    await pause(everyMs, signal);
    if (signal.aborted) return;
  }
}

/** One line about a message: who wrote it, and its words. */
export async function messageLine(message: Message): Promise<string> {
  return `${message.createdAt}  ${message.author.name}: ${await wordsOf(message)}`;
}

/** What a message says, as text. */
export async function wordsOf({ body, blocks }: Message): Promise<string> {
  if (body !== null && body !== '') return body;
  const { blocksAsText } = await import('@parley/protocol');
  return blocksAsText(blocks, 2000);
}
