import type { ConversationId, ListedConversation, Message, UserId } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

const previewCharacters = 200;

/**
 * Updates the cached list of rooms with messages read in one room, so that the list need not be read again. Returns false if
 * that is impossible: the room is not listed, or its newest message has no plain text.
 */
export function noteNewest(
  client: QueryClient,
  id: ConversationId,
  messages: readonly Message[],
  ownUserId: UserId,
): boolean {
  const rooms = client.getQueryData<ListedConversation[]>(queryKeys.conversations);
  const room = rooms?.find(({ conversationId }) => conversationId === id);
  if (!rooms || !room) return false;
  const known = room.lastMessage?.seq ?? 0;
  const fresh = messages.filter(({ seq }) => seq !== null && seq > known);
  const newest = fresh.at(-1);
  if (!newest) return true;
  const preview = plainWords(newest);
  if (newest.seq === null || preview === null) return false;
  // A person who writes a message has read the earlier ones.
  const own = fresh.findLast(({ author }) => author.id === ownUserId)?.seq ?? 0;
  const readSeq = Math.max(room.readSeq, own);
  const changed: ListedConversation = {
    ...room,
    lastMessage: { seq: newest.seq, preview, createdAt: newest.createdAt },
    readSeq,
    unreadCount: Math.max(0, newest.seq - readSeq),
  };
  client.setQueryData<ListedConversation[]>(
    queryKeys.conversations,
    pinnedFirst([changed, ...rooms.filter(({ conversationId }) => conversationId !== id)]),
  );
  return true;
}

/** Returns rooms with the pinned ones first, in their order otherwise. */
export function pinnedFirst(rooms: readonly ListedConversation[]): ListedConversation[] {
  return [...rooms].sort((one, other) => Number(other.pinned) - Number(one.pinned));
}

/** Updates the preview of a room whose last message was edited or deleted. */
export function noteChanged(client: QueryClient, message: Message): void {
  const preview = message.deleted ? '' : plainWords(message);
  if (preview === null) return;
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.map((room) =>
      room.conversationId === message.conversationId && room.lastMessage && room.lastMessage.seq === message.seq
        ? { ...room, lastMessage: { ...room.lastMessage, preview } }
        : room,
    ),
  );
}

/** Returns a message's text as one line without markup; null if it has none. */
export function plainWords({ body, blocks }: Message): string | null {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const words = blocks.length === 0 ? body : texts.join(' ');
  if (!words) return null;
  const plain = words.replaceAll(/[*_`#>~]+/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return [...plain.replaceAll(/\s+/g, ' ').trim()].slice(0, previewCharacters).join('');
}
