import type { ListedConversation } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';
import { readPages } from './read-pages.ts';
import { pinnedFirst } from './room-list.ts';

const listedAtMost = 1000;

/** The place of a room in the user's lists. */
export type RoomPlace = Pick<ListedConversation, 'pinned' | 'archived'>;

/** Returns the rooms that the user archived, the pinned ones first. */
export function useArchivedRooms() {
  return useQuery({
    queryKey: queryKeys.archivedRooms,
    queryFn: ({ signal }) =>
      readPages(
        (cursor) => call('listConversations', { query: { archived: '1', limit: 200, cursor }, signal }),
        listedAtMost,
      ),
  });
}

/**
 * Pins, unpins, archives or unarchives a room for the user. Optimistic update: it shows at once, and reverts if the request fails.
 * @throws {RequestError} if the server refuses it.
 */
export async function placeRoom(
  client: QueryClient,
  room: ListedConversation,
  change: Partial<RoomPlace>,
): Promise<void> {
  const id = room.conversationId;
  const next = { ...room, ...change };
  // An archived room that is open is no longer in the list.
  client.setQueryData<ListedConversation>(queryKeys.conversation(id), next);
  const put = (isListed: boolean) => (rooms: ListedConversation[] | undefined) => {
    const others = rooms?.filter(({ conversationId }) => conversationId !== id);
    if (!others || !isListed) return others;
    const at = rooms?.findIndex(({ conversationId }) => conversationId === id) ?? -1;
    return pinnedFirst(others.toSpliced(Math.max(0, at), 0, next));
  };
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, put(!next.archived));
  client.setQueryData<ListedConversation[]>(queryKeys.archivedRooms, put(next.archived));
  try {
    await call('setConversationPreferences', { params: { conversationId: id }, body: change });
  } finally {
    await refreshRoom(client, id);
  }
}
