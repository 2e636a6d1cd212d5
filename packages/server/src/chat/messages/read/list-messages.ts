import { limits, type Message, type Page, type RouteQuery, type Routes, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import type { MemberConversationRow } from '../../conversations/queries.ts';
import { JsonText } from '../../../platform/routing/json-text.ts';
import { fittingTexts } from '../../../platform/routing/pages.ts';
import type { PageRows } from '../../../platform/storage/page-rows.ts';
import type { DraftRow } from '../drafts/draft-queries.ts';
import { pageOfDrafts } from '../drafts/draft-queries.ts';
import { readStart, writeStart, type Start } from './page-start.ts';
import { openDraftsSince, presentMessages } from './present.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { pageOfMessages } from '../../transcript/queries.ts';

type ReadApp = Pick<App, 'storage' | 'clock' | 'engine'>;
type Query = RouteQuery<Routes['listMessages']>;

/**
 * Returns a page of a conversation in ascending `seq`: the newest, the newest below `before`, or the oldest above
 * `after`. The cursor continues in the same direction. Open drafts come after the newest message: first when reading
 * back, last when reading on.
 */
export async function listMessages(
  app: ReadApp,
  userId: UserId,
  conversationId: string,
  query: Query,
): Promise<JsonText<Page<Message>>> {
  const { db } = app.storage;
  const conversation = await requireMember(db, userId, conversationId);
  const start = readStart(query);
  const messages = await readMessages(app, conversation, start, query.limit);
  const drafts = await readDrafts(app, conversation, start, messages.more);
  const presented = await presentMessages(app, conversation, userId, messages.rows, drafts.rows);
  const inOrder = start.direction === 'on' ? presented : ascendingToReadBack(presented, messages.rows.length);
  const texts = fittingTexts(inOrder, (message) => JSON.stringify(message));
  const isWhole = texts.length === inOrder.length && !messages.more && !drafts.isCut;
  const last = inOrder[texts.length - 1];
  const nextCursor = isWhole || !last ? null : cursorAfter(start, last, messages.rows);
  if (start.direction === 'back') texts.reverse();
  return new JsonText(`{"items":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

async function readMessages(
  { storage }: ReadApp,
  conversation: MemberConversationRow,
  { direction, seq }: Start,
  limit: number,
) {
  const page = { conversationId: conversation.conversation_id, direction, seq, limit: limit + 1 };
  const { rows, isCut } = await pageOfMessages(storage.db, page);
  return { rows: rows.slice(0, limit), more: isCut || rows.length > limit };
}

/** Reads the drafts of this page: reading back they come first, reading on they come after the last message. */
async function readDrafts(
  app: ReadApp,
  conversation: MemberConversationRow,
  start: Start,
  more: boolean,
): Promise<PageRows<DraftRow>> {
  const { direction, seq, draft } = start;
  const belong = direction === 'back' ? seq > conversation.last_seq : !more;
  if (!belong) return { rows: [], isCut: false };
  const since = openDraftsSince(app.clock.now());
  return pageOfDrafts(app.storage.db, { conversationId: conversation.conversation_id, since, direction, draft });
}

/** Reorders for reading back: `presented` has the messages first, but drafts are read before them. */
function ascendingToReadBack(presented: readonly Message[], messages: number): Message[] {
  return [...presented.slice(messages), ...presented.slice(0, messages)];
}

function cursorAfter({ direction, seq }: Start, last: Message, rows: readonly MessageRow[]): string {
  if (direction === 'back') {
    return last.seq === null ? writeStart('back', limits.seqMax, last.messageId) : writeStart('back', last.seq);
  }
  if (last.seq !== null) return writeStart('on', last.seq);
  return writeStart('on', rows.at(-1)?.seq ?? seq, last.messageId);
}
