import type { AgentId, ConversationId, Item, ListedConversation, Page, UserId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Rooms beyond this many are not listed; nobody scrolls that far, and the switcher finds what is listed. */
const listedAtMost = 1000;

/** The caller's rooms, the most recently active first. */
export function useConversations() {
  return useQuery({ queryKey: queryKeys.conversations, queryFn: ({ signal }) => readAll(signal) });
}

/** One room with what the caller sees of it: the list's copy, which signals keep true, or its own where the list leaves it out. */
export function useConversation(id: ConversationId) {
  const list = useConversations();
  const listed = list.data?.find(({ conversationId }) => conversationId === id);
  const single = useQuery({
    queryKey: queryKeys.conversation(id),
    enabled: !list.isPending && !listed,
    queryFn: async ({ signal }) =>
      (await request<Item<ListedConversation>>('GET', `/v1/conversations/${id}`, { signal })).item,
  });
  return { data: listed ?? single.data, error: listed ? null : single.error, refetch: single.refetch };
}

/** Opens a room; a repeated press with the same key opens the same one. */
export function useOpenConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { agentIds: AgentId[]; userIds: UserId[]; idempotencyKey: string }) => {
      const { idempotencyKey, ...body } = input;
      return request<Item<ListedConversation>>('POST', '/v1/conversations', { body, idempotencyKey });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.conversations }),
  });
}

/** Tells the server how far the caller has read, and clears the badge at once. */
export async function markRead(client: QueryClient, id: ConversationId, seq: number): Promise<void> {
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.map((room) => (room.conversationId === id ? { ...room, unreadCount: 0, readSeq: seq } : room)),
  );
  client.setQueryData<ListedConversation>(
    queryKeys.conversation(id),
    (room) => room && { ...room, unreadCount: 0, readSeq: seq },
  );
  await request<void>('PUT', `/v1/conversations/${id}/read`, { body: { seq } });
}

export function useMuteConversation(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) => request<void>('PUT', `/v1/conversations/${id}/preferences`, { body: { muted } }),
    onSuccess: () => refreshRoom(client, id),
  });
}

/** Takes the caller out of the room. */
export function useLeaveConversation(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: UserId) => request<void>('DELETE', `/v1/conversations/${id}/members/${userId}`),
    onSuccess: () => forgetRoom(client, id),
  });
}

/** Deletes the room for everyone; its creator may. */
export function useDeleteConversation(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>('DELETE', `/v1/conversations/${id}`),
    onSuccess: () => forgetRoom(client, id),
  });
}

function refreshRoom(client: QueryClient, id: ConversationId): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.conversations }),
    client.invalidateQueries({ queryKey: queryKeys.conversation(id) }),
  ]);
}

function forgetRoom(client: QueryClient, id: ConversationId): Promise<unknown> {
  client.setQueryData<ListedConversation[]>(queryKeys.conversations, (rooms) =>
    rooms?.filter(({ conversationId }) => conversationId !== id),
  );
  return client.invalidateQueries({ queryKey: queryKeys.conversations });
}

async function readAll(signal: AbortSignal): Promise<ListedConversation[]> {
  const rooms: ListedConversation[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<ListedConversation> = await request('GET', `/v1/conversations?limit=200${after}`, { signal });
    rooms.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && rooms.length < listedAtMost);
  return rooms;
}
