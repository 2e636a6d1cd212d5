import type { HistoryEntry } from '@parley/protocol';
import type { HistoryOptions } from './call-options.ts';
import type { AgentClient } from './client.ts';

const usualLimit = 50;
const pageLimit = 200;

/** Reads the last messages of a conversation, oldest first, over as many pages as it takes. */
export async function readBack(
  client: AgentClient,
  conversationId: string,
  { limit = usualLimit, before, deliveryId }: Pick<HistoryOptions, 'limit' | 'before' | 'deliveryId'>,
): Promise<readonly HistoryEntry[]> {
  let entries: readonly HistoryEntry[] = [];
  let cursor: string | null = null;
  do {
    const size = Math.min(pageLimit, limit - entries.length);
    const place: { readonly cursor?: string; readonly before?: number } = cursor
      ? { cursor }
      : before === undefined
        ? {}
        : { before };
    const page = await client.readHistory(conversationId, { limit: size, ...place, ...(deliveryId && { deliveryId }) });
    entries = [...page.items, ...entries];
    cursor = page.next_cursor;
  } while (cursor !== null && entries.length < limit);
  return entries.slice(-limit);
}
