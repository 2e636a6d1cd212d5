import { limits, type Message, type Page, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { JsonText } from '../../../platform/routing/json-text.ts';
import { fittingTexts } from '../../../platform/routing/pages.ts';
import { pageOfDrafts, type DraftRow } from '../drafts/draft-queries.ts';
import { openDraftsSince, presentMessages } from './present.ts';
import { pageOfMessages } from '../../transcript/queries.ts';

/**
 * Returns a page centred on this `seq`, or on the nearest one that exists. At an end of the conversation the page is
 * filled from the other side. If the byte limit is reached, the messages farthest from the centre are dropped; open
 * drafts are included only if the page reaches the newest message.
 */
export async function listAround(
  app: Pick<App, 'storage' | 'clock' | 'engine'>,
  userId: UserId,
  conversationId: string,
  { around, limit }: { readonly around: number; readonly limit: number },
): Promise<JsonText<Page<Message>>> {
  const { clock, storage } = app;
  const { db } = storage;
  const conversation = await requireMember(db, userId, conversationId);
  const { middle, first, last } = window(around, limit, conversation.last_seq);
  const of = { conversationId: conversation.conversation_id };
  const below = { ...of, direction: 'back', seq: middle, limit: Math.max(0, middle - first) } as const;
  const from = { ...of, direction: 'on', seq: middle - 1, limit: Math.max(0, last - middle + 1) } as const;
  const [older, newer] = await Promise.all([pageOfMessages(db, below), pageOfMessages(db, from)]);
  const reachesEnd = last >= conversation.last_seq && !newer.isCut;
  const since = openDraftsSince(clock.now());
  const drafts: DraftRow[] = reachesEnd
    ? (await pageOfDrafts(db, { ...of, since, direction: 'on', draft: null })).rows
    : [];
  const shown = await presentMessages(app, conversation, userId, [...newer.rows, ...older.rows], drafts);
  const near = nearestFirst(shown, middle);
  const kept = fittingTexts(near, (message) => JSON.stringify(message)).map((text, index) => ({
    text,
    at: near[index],
  }));
  const inOrder = kept.sort((a, b) => place(a.at) - place(b.at)).map(({ text }) => text);
  return new JsonText(`{"items":[${inOrder.join(',')}],"nextCursor":null}`);
}

/** Returns the seqs of the page: as many before the centre as after it, and one more after it if `limit` is even. */
function window(around: number, limit: number, lastSeq: number) {
  const middle = Math.min(Math.max(around, 1), Math.max(lastSeq, 1));
  const wanted = middle - Math.floor((limit - 1) / 2);
  const first = Math.max(1, Math.min(wanted, lastSeq - limit + 1));
  return { middle, first, last: Math.min(lastSeq, first + limit - 1) };
}

/** Drafts count as newer than all messages, so they are dropped first. */
function nearestFirst(messages: readonly Message[], middle: number): Message[] {
  return [...messages].sort((a, b) => Math.abs(place(a) - middle) - Math.abs(place(b) - middle));
}

const place = (message: Message | undefined): number => message?.seq ?? limits.seqMax;
