import type { ConversationId, Retention } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';

/** How long messages are kept, and the password for a session that is not fresh. */
export interface SetRetention {
  readonly messagesDays: Retention['messagesDays'];
  readonly password?: string;
}

/** Returns how long a room of the user's keeps its messages, and what is deleted next. */
export function useRoomRetention(id: ConversationId) {
  return useQuery({
    queryKey: queryKeys.retention(id),
    queryFn: async ({ signal }) =>
      (await call('getConversationRetention', { params: { conversationId: id }, signal })).item,
  });
}

/** Sets how long a room of the user's keeps its messages. */
export function useSetRoomRetention(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetRetention) => call('setConversationRetention', { params: { conversationId: id }, body }),
    onSuccess: ({ item }) => {
      client.setQueryData(queryKeys.retention(id), item);
      return refreshRoom(client, id);
    },
  });
}
