import type { ConversationId, Message, MessageId, RouteCall } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';
import { withMessages, withNewestPage, withOlderPage, withoutMessage } from './room-messages.ts';
import type { RoomMessages } from './room-messages.ts';

const pageSize = 50;
const bigPage = 200;

/** What the app holds of a room's messages; the first use reads the newest page. */
export function useRoomMessages(id: ConversationId) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.messages(id),
    queryFn: async ({ signal }) => {
      const { items } = await readPage(id, { limit: pageSize }, signal);
      return withNewestPage(heldMessages(client, id), items);
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
  const { items } = await readPage(id, { before, limit: pageSize });
  change(client, id, (now) => withOlderPage(now, items));
}

/** Reads older messages until the one with this `seq` is held. */
export async function loadBackTo(client: QueryClient, id: ConversationId, seq: number): Promise<void> {
  for (let held = heldMessages(client, id); held; held = heldMessages(client, id)) {
    const first = held.settled[0]?.seq ?? 0;
    if (first <= seq || held.reachesStart) return;
    const { items } = await readPage(id, { before: first, limit: bigPage });
    change(client, id, (now) => withOlderPage(now, items));
  }
}

/** Reads everything newer than what is held; does nothing for a room that the app holds nothing of. */
export async function refreshTail(client: QueryClient, id: ConversationId): Promise<void> {
  for (;;) {
    const held = heldMessages(client, id);
    if (!held) return;
    const page = await readPage(id, { after: held.settled.at(-1)?.seq ?? 0, limit: bigPage });
    change(client, id, (now) => withMessages(now, page.items));
    if (page.nextCursor === null || page.items.every(({ seq }) => seq === null)) return;
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
