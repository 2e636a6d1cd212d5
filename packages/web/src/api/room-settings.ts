import type { ConversationId, ListedConversation, RouteCall } from '@parley/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';

export type RoomAttention = NonNullable<RouteCall<'setConversationPreferences'>['body']>;

/** Sets the name of a room for everyone in it; null removes the name. */
export function useRenameRoom(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string | null) =>
      call('updateConversation', { params: { conversationId: id }, body: { title } }),
    onSuccess: ({ item }) => putRoom(client, item),
  });
}

/**
 * Changes the mute and the push level of a room for the user. Optimistic update: it shows at once, and reverts if the request
 * fails.
 */
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

/**
 * Sets which messages the room's agent gets, for everyone in the room. Optimistic update: it shows at once, and reverts if the request
 * fails.
 */
export function useAgentHears(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (agentHears: ListedConversation['agentHears']) =>
      call('updateConversation', { params: { conversationId: id }, body: { agentHears } }),
    onMutate: (agentHears) => changeRoom(client, id, (room) => ({ ...room, agentHears })),
    onSettled: () => refreshRoom(client, id),
  });
}

/** Replaces a room in the cache with its current version. */
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
