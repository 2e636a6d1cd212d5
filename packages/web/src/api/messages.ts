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

/** Returns the cached messages of a room; the first use reads the newest page. */
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

/** Returns a room's cached messages without reading anything. */
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

/** Reads one more page of newer messages, for a user who scrolls down from old messages. */
export async function loadNewer(client: QueryClient, id: ConversationId): Promise<void> {
  const held = heldMessages(client, id);
  if (!held || held.reachesEnd) return;
  await placing(id, async () => {
    const { items, nextCursor } = await readPage(id, { after: held.settled.at(-1)?.seq ?? 0, limit: olderPage });
    change(client, id, (now) => withMessages({ ...now, reachesEnd: nextCursor === null }, items));
  });
}

/** Replaces the cached messages with the newest page, for a user who jumps to the end. */
export async function loadNewest(client: QueryClient, id: ConversationId): Promise<void> {
  await placing(id, async () => {
    const { items } = await readPage(id, { limit: pageSize });
    change(client, id, () => withNewestPage(undefined, items));
  });
}

/** Loads the message with this `seq` and the messages around it, unless it is cached already. */
export async function loadAround(client: QueryClient, id: ConversationId, seq: number, newest: number): Promise<void> {
  const held = heldMessages(client, id);
  if (!held || held.settled.some((message) => message.seq === seq)) return;
  await placing(id, async () => {
    const { items } = await readPage(id, { around: seq, limit: olderPage });
    change(client, id, () => pageAlone(items, newest));
  });
}

/** Reads in flight that replace a room's cached messages or extend them. */
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
 * Resolves once no read that replaces or extends a room's cached messages is in flight. The answer of such a read may be older than a
 * signal, so code that reacts to the signal waits for it and then reads the newer messages.
 */
export async function placed(client: QueryClient, id: ConversationId): Promise<void> {
  const first = client.getQueryCache().find<RoomMessages>({ queryKey: queryKeys.messages(id), exact: true });
  // `fetch` on a query that is already fetching only waits for the running read.
  if (first && !first.state.data && first.state.fetchStatus !== 'idle') await first.fetch().catch(() => undefined);
  await underWay.get(id);
}

/** Returns whether the cache holds a message at its final place in the room. */
export function holdsMessage(client: QueryClient, id: ConversationId, messageId: MessageId): boolean {
  return heldMessages(client, id)?.settled.some((message) => message.messageId === messageId) ?? false;
}

/**
 * Reads everything newer than the cached messages, and also the messages in `also` that are among the last few. Returns the messages read.
 */
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

/**
 * Reads the cached messages before the newest page again, because edits and deletions of them may have been missed. The query itself reads
 * the newest page.
 */
export async function refreshOlder(client: QueryClient, id: ConversationId): Promise<void> {
  const held = heldMessages(client, id);
  const first = held?.settled[0]?.seq;
  const last = held?.settled.at(-1)?.seq;
  if (!held || first === undefined || last === undefined) return;
  for (let before = held.reachesEnd ? last - pageSize + 1 : last + 1; before > first;) {
    const { items } = await readPage(id, { before, limit: bigPage });
    change(client, id, (now) => withMessages(now, items));
    const oldest = items[0]?.seq ?? null;
    if (oldest === null) return;
    before = oldest;
  }
}

/** Reads one message again, after its draft grew or its delivery changed. Removes it if it is gone. */
export async function refreshMessage(client: QueryClient, id: ConversationId, messageId: MessageId): Promise<void> {
  try {
    const message = await readMessage(id, messageId);
    change(client, id, (held) => withMessages(held, [message]));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    change(client, id, (held) => withoutMessage(held, messageId));
  }
}

/** Adds a message to the cache, such as the user's own message that was just stored. */
export function putMessage(client: QueryClient, message: Message): void {
  change(client, message.conversationId, (held) => withMessages(held, [message]));
}

/** Reads one message of a room. */
export async function readMessage(id: ConversationId, messageId: MessageId): Promise<Message> {
  return (await call('getMessage', { params: { conversationId: id, messageId } })).item;
}

function change(client: QueryClient, id: ConversationId, step: (held: RoomMessages) => RoomMessages): void {
  client.setQueryData<RoomMessages>(queryKeys.messages(id), (held) => held && step(held));
}

function readPage(id: ConversationId, query: RouteCall<'listMessages'>['query'], signal?: AbortSignal) {
  return call('listMessages', { params: { conversationId: id }, ...(query && { query }), signal });
}
