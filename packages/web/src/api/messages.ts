import type { ConversationId, Message, MessageId, RouteCall } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';
import { pageAlone, withMessages, withNewestPage, withOlderPage, withoutMessage } from './room-messages.ts';
import type { RoomMessages } from './room-messages.ts';

const pageSize = 50;
const olderPage = 100;
const bigPage = 200;

/** What the app holds of a room's messages; the first use reads the newest page. */
export function useRoomMessages(id: ConversationId) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.messages(id),
    queryFn: async ({ signal }) => {
      const asked = heldMessages(client, id);
      const { items } = await readPage(id, { limit: pageSize }, signal);
      return withNewestPage(heldMessages(client, id), items, asked);
    },
    structuralSharing: false,
  });
}

/** What is held of a room now, without reading anything. */
export function heldMessages(client: QueryClient, id: ConversationId): RoomMessages | undefined {
  return client.getQueryData(queryKeys.messages(id));
}

/** Reads one more page of older messages. */
export async function loadOlder(client: QueryClient, id: ConversationId): Promise<void> {
  const held = heldMessages(client, id);
  if (!held || held.reachesStart) return;
  const before = held.settled[0]?.seq ?? 1;
  const { items } = await readPage(id, { before, limit: olderPage });
  change(client, id, (now) => withOlderPage(now, items));
}

/** Reads one more page of newer messages, for a reader who comes from long ago. */
export async function loadNewer(client: QueryClient, id: ConversationId): Promise<void> {
  const held = heldMessages(client, id);
  if (!held || held.reachesEnd) return;
  await placing(id, async () => {
    const { items, nextCursor } = await readPage(id, { after: held.settled.at(-1)?.seq ?? 0, limit: olderPage });
    change(client, id, (now) => withMessages({ ...now, reachesEnd: nextCursor === null }, items));
  });
}

/** Holds the newest page again, for a reader who goes to the end at once. */
export async function loadNewest(client: QueryClient, id: ConversationId): Promise<void> {
  await placing(id, async () => {
    const { items } = await readPage(id, { limit: pageSize });
    change(client, id, () => withNewestPage(undefined, items));
  });
}

/** Has the message with this `seq` among those that are held, with what was said around it. */
export async function loadAround(client: QueryClient, id: ConversationId, seq: number, newest: number): Promise<void> {
  const held = heldMessages(client, id);
  if (!held || held.settled.some((message) => message.seq === seq)) return;
  await placing(id, async () => {
    const { items } = await readPage(id, { around: seq, limit: olderPage });
    change(client, id, () => pageAlone(items, newest));
  });
}

/** Pages under way that will say where the reader is in a room. */
const underWay = new Map<ConversationId, Promise<unknown>>();

async function placing(id: ConversationId, work: () => Promise<void>): Promise<void> {
  const done = work();
  const all = Promise.allSettled([underWay.get(id), done]);
  underWay.set(id, all);
  try {
    await done;
  } finally {
    if (underWay.get(id) === all) underWay.delete(id);
  }
}

/**
 * Resolves once it is known where in a room the reader is. A page under way may have been answered before what a signal tells of, so
 * whoever reads for a signal waits for it, and reads what came after it.
 */
export async function placed(client: QueryClient, id: ConversationId): Promise<void> {
  const first = client.getQueryCache().find<RoomMessages>({ queryKey: queryKeys.messages(id), exact: true });
  // A query that is under way and told to fetch only says when that is over.
  if (first && !first.state.data && first.state.fetchStatus !== 'idle') await first.fetch().catch(() => undefined);
  await underWay.get(id);
}

/** Whether a message has its place in what is held of its room. */
export function holdsMessage(client: QueryClient, id: ConversationId, messageId: MessageId): boolean {
  return heldMessages(client, id)?.settled.some((message) => message.messageId === messageId) ?? false;
}

/** Reads everything newer than what is held, and with it those of the messages in `also` that are among the last few. Gives what was read. */
export async function refreshTail(
  client: QueryClient,
  id: ConversationId,
  also: ReadonlySet<MessageId> = new Set(),
): Promise<readonly Message[]> {
  const fresh: Message[] = [];
  for (let first = true; ; first = false) {
    const held = heldMessages(client, id);
    if (!held?.reachesEnd) return fresh;
    const last = held.settled.at(-1)?.seq ?? 0;
    const oldest = first ? held.settled.slice(-pageSize).find(({ messageId }) => also.has(messageId)) : undefined;
    const page = await readPage(id, { after: oldest ? oldest.seq - 1 : last, limit: bigPage });
    change(client, id, (now) => withMessages(now, page.items));
    fresh.push(...page.items);
    if (page.nextCursor === null || page.items.every(({ seq }) => seq === null)) return fresh;
  }
}

/** Reads one message again: a draft that grew, or a delivery that moved on. One that is gone is taken out. */
export async function refreshMessage(client: QueryClient, id: ConversationId, messageId: MessageId): Promise<void> {
  try {
    const message = await readMessage(id, messageId);
    change(client, id, (held) => withMessages(held, [message]));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    change(client, id, (held) => withoutMessage(held, messageId));
  }
}

/** Puts a message into what is held, such as one's own that was just stored. */
export function putMessage(client: QueryClient, message: Message): void {
  change(client, message.conversationId, (held) => withMessages(held, [message]));
}

/** One message of a room. */
export async function readMessage(id: ConversationId, messageId: MessageId): Promise<Message> {
  return (await call('getMessage', { params: { conversationId: id, messageId } })).item;
}

function change(client: QueryClient, id: ConversationId, step: (held: RoomMessages) => RoomMessages): void {
  client.setQueryData<RoomMessages>(queryKeys.messages(id), (held) => held && step(held));
}

function readPage(id: ConversationId, query: RouteCall<'listMessages'>['query'], signal?: AbortSignal) {
  return call('listMessages', { params: { conversationId: id }, ...(query && { query }), signal });
}
