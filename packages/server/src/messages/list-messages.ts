import type { Message, UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import { ownRoom } from '../conversations/own-room.ts';
import { readCursor, readLimit, writeCursor } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { findDraftsOfRoom } from './draft-queries.ts';
import { openDraftsSince, presentMessages } from './present.ts';
import { findMessagesAbove, findMessagesBelow } from './queries.ts';

type Query = Readonly<Record<string, string | undefined>>;

/**
 * A page of a room in ascending `seq`: the newest one, the newest below `before`, or the oldest above `after`. Its cursor
 * goes on in the same direction. A page that reaches the newest message ends with the open drafts.
 */
export async function listMessages(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  userId: UserId,
  conversationId: string,
  query: Query,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const room = await ownRoom(storage.db, userId, conversationId);
  const limit = readLimit(query);
  const { before, after } = readRange(query);
  const page = { conversationId: room.conversation_id, limit: limit + 1 };
  const found =
    after === null
      ? await findMessagesBelow(storage.db, { ...page, below: before ?? beyondAnySeq })
      : await findMessagesAbove(storage.db, { ...page, above: after });
  const hasMore = found.length > limit;
  const rows = after === null ? found.slice(-limit) : found.slice(0, limit);
  const edge = after === null ? rows[0] : rows.at(-1);
  const nextCursor = hasMore && edge ? writeCursor([after === null ? 'before' : 'after', String(edge.seq)]) : null;
  const reachesEnd = after === null ? before === null || before > room.last_seq : !hasMore;
  const drafts = reachesEnd
    ? await findDraftsOfRoom(storage.db, room.conversation_id, openDraftsSince(clock.now()))
    : [];
  return { items: await presentMessages(storage.db, room, userId, rows, drafts), nextCursor };
}

const beyondAnySeq = 2_147_483_647;

function readRange(query: Query): { before: number | null; after: number | null } {
  const [direction, seq] = readCursor(query) ?? [];
  const before = readSeq('before', direction === 'before' ? seq : query.before);
  const after = readSeq('after', direction === 'after' ? seq : query.after);
  if (before !== null && after !== null) refuse('malformed_request', { message: 'Say before or after, not both.' });
  return { before, after };
}

function readSeq(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text))
    refuse('malformed_request', { message: `${name} is the seq of a message, a whole number.` });
  return Number(text);
}
