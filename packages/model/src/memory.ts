import { RefusedError, type AnyContext } from '@parley/agent-sdk';
import type { HistoryEntry } from '@parley/protocol';
import type { ModelMessage } from 'ai';
import type { Seat } from './seat.ts';

const mostMessages = 200;
const mostAsked = 10_000;

/**
 * Returns what was said before, oldest first, as much as the budget holds. Without `history.read` it returns nothing, and the first time that
 * a person writes in a conversation the platform asks them for the scope.
 */
export async function remember(ctx: AnyContext, seat: Seat): Promise<ModelMessage[]> {
  const { memoryCharacters } = seat.settings;
  if (memoryCharacters === 0) return [];
  const isGranted = (await ctx.granted).includes('history.read');
  const asking = `${ctx.conversationId} ${ctx.user.id}`;
  if (!isGranted && seat.asked.has(asking)) return [];
  if (!isGranted) noteAsked(seat.asked, asking);
  const entries = await readHistory(ctx);
  if (!isGranted) return [];
  return within(saidBefore(entries, ctx), memoryCharacters).map((entry) => toModel(entry, ctx));
}

/** Later messages of people are separate deliveries, but the agent's answers to earlier messages may be among them. */
function saidBefore(entries: readonly HistoryEntry[], { messages, agentId }: AnyContext): readonly HistoryEntry[] {
  const current = new Set(messages.map(({ id }) => id));
  const at = entries.findIndex(({ id }) => current.has(id));
  return entries.filter(
    ({ id, author, author_id: authorId }, index) =>
      !current.has(id) && author !== 'platform' && (at === -1 || index < at || authorId === agentId),
  );
}

/** A read without the grant is what makes the platform ask for it. */
async function readHistory(ctx: AnyContext): Promise<readonly HistoryEntry[]> {
  try {
    return await ctx.history({ limit: mostMessages });
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'scope_not_granted') return [];
    throw error;
  }
}

function noteAsked(asked: Set<string>, asking: string): void {
  asked.add(asking);
  const [oldest] = asked;
  if (oldest !== undefined && asked.size > mostAsked) asked.delete(oldest);
}

/** The newest entries that fit. */
function within(entries: readonly HistoryEntry[], characters: number): readonly HistoryEntry[] {
  let left = characters;
  const from = entries.findLastIndex((entry) => (left -= wordsOf(entry).length) < 0);
  return entries.slice(from + 1);
}

/** The person who asks speaks for themselves; everybody else is named by their id. */
function toModel(entry: HistoryEntry, ctx: AnyContext): ModelMessage {
  const content = wordsOf(entry);
  if (entry.author_id === ctx.agentId) return { role: 'assistant', content };
  return { role: 'user', content: entry.author_id === ctx.user.id ? content : `${entry.author_id}: ${content}` };
}

function wordsOf({ text, blocks = [] }: HistoryEntry): string {
  return (
    text || `[${blocks.map((block) => ('filename' in block ? String(block['filename']) : block.type)).join(', ')}]`
  );
}
