import type { AgentId, ConversationId, ListedConversation, UserId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { readPages } from './read-pages.ts';

/** The longest list of rooms. Scrolling further is impractical, and the switcher searches only this list. */
const listedAtMost = 1000;

/** Returns the user's rooms that are not archived, the pinned ones first, each most recently active first. */
export function useConversations() {
  return useQuery({ queryKey: queryKeys.conversations, queryFn: ({ signal }) => readAll(signal) });
}

/** Returns one room as the user sees it: from the list, which signals keep up to date, or read separately if the list leaves it out. */
export function useConversation(id: ConversationId) {
  const list = useConversations();
  const listed = list.data?.find(({ conversationId }) => conversationId === id);
  const single = useQuery({
    queryKey: queryKeys.conversation(id),
    enabled: !list.isPending && !listed,
    queryFn: async ({ signal }) => (await call('getConversation', { params: { conversationId: id }, signal })).item,
  });
  const { fetchStatus } = list.isPending ? list : single;
  return { data: listed ?? single.data, error: listed ? null : single.error, fetchStatus, refetch: single.refetch };
}

/** Opens a room; a second call with the same idempotency key opens the same one. */
export function useOpenConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { agentIds: AgentId[]; userIds: UserId[]; idempotencyKey: string }) => {
      const { idempotencyKey, ...body } = input;
      return call('openConversation', { body, idempotencyKey });
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.conversations }),
        // The room's agent may request scopes.
        client.invalidateQueries({ queryKey: queryKeys.waiting }),
      ]),
  });
}

/** Stores how far the user has read and clears the badge at once. */
export async function markRead(client: QueryClient, id: ConversationId, seq: number): Promise<void> {
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.map((room) => (room.conversationId === id ? { ...room, unreadCount: 0, readSeq: seq } : room)),
  );
  client.setQueryData<ListedConversation>(
    queryKeys.conversation(id),
    (room) => room && { ...room, unreadCount: 0, readSeq: seq },
  );
  ownReads.set(id, Date.now());
  await call('markRead', { params: { conversationId: id }, body: { seq } });
}

/** Rooms that this tab marked as read, and when. */
const ownReads = new Map<ConversationId, number>();
const heardWithinMs = 5000;

/** Returns whether this tab caused a change of the room by marking it as read, so that it need not be read again. True once per mark. */
export function isOwnRead(id: ConversationId): boolean {
  const toldAt = ownReads.get(id);
  ownReads.delete(id);
  return toldAt !== undefined && Date.now() - toldAt < heardWithinMs;
}

/** Removes the user from the room. */
export function useLeaveConversation(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: UserId) => call('removeMember', { params: { conversationId: id, memberId: userId } }),
    onSuccess: () => forgetRoom(client, id),
  });
}

/** Removes the user from several rooms, one after the other. */
export function useLeaveRooms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, ids }: { readonly userId: UserId; readonly ids: readonly ConversationId[] }) => {
      for (const conversationId of ids) {
        await call('removeMember', { params: { conversationId, memberId: userId } });
        await forgetRoom(client, conversationId);
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.waiting }),
  });
}

/** Deletes the room for everyone; only its creator may. */
export function useDeleteConversation(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('deleteConversation', { params: { conversationId: id } }),
    onSuccess: () => forgetRoom(client, id),
  });
}

/** Reads a room, its members and its place in the list again. */
export function refreshRoom(client: QueryClient, id: ConversationId): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.conversations }),
    client.invalidateQueries({ queryKey: queryKeys.archivedRooms }),
    client.invalidateQueries({ queryKey: queryKeys.conversation(id) }),
  ]);
}

function forgetRoom(client: QueryClient, id: ConversationId): Promise<unknown> {
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.filter(({ conversationId }) => conversationId !== id),
  );
  void client.invalidateQueries({ queryKey: queryKeys.archivedRooms });
  return client.invalidateQueries({ queryKey: queryKeys.conversations });
}

function readAll(signal: AbortSignal): Promise<ListedConversation[]> {
  return readPages((cursor) => call('listConversations', { query: { limit: 200, cursor }, signal }), listedAtMost);
}
