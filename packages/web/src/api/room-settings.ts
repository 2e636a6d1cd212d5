import type { ConversationId, ListedConversation, RouteCall } from '@parley/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';

export type RoomAttention = NonNullable<RouteCall<'setConversationPreferences'>['body']>;

/** Names a room for everyone in it; null takes its name away. */
export function useRenameRoom(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string | null) =>
      call('renameConversation', { params: { conversationId: id }, body: { title } }),
    onSuccess: ({ item }) => putRoom(client, item),
  });
}

/** Mutes a room for the caller, or has less of it pushed. It shows at once, and goes back where it was not kept. */
export function useRoomAttention(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RoomAttention) => call('setConversationPreferences', { params: { conversationId: id }, body }),
    onMutate: ({ muted, notify, mutedUntil }) =>
      changeRoom(client, id, (room) => ({
        ...room,
        muted: muted ?? room.muted,
        notify: notify ?? room.notify,
        mutedUntil: mutedUntil === undefined ? room.mutedUntil : mutedUntil,
      })),
    onSettled: () => refreshRoom(client, id),
  });
}

/** Puts a room as it is now in the place of what is held of it. */
export function putRoom(client: QueryClient, room: ListedConversation): void {
  changeRoom(client, room.conversationId, () => room);
}

function changeRoom(
  client: QueryClient,
  id: ConversationId,
  change: (room: ListedConversation) => ListedConversation,
): void {
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.map((room) => (room.conversationId === id ? change(room) : room)),
  );
  client.setQueryData<ListedConversation>(queryKeys.conversation(id), (room) => room && change(room));
}
