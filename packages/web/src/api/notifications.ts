import type { ConversationId, MessageId, Notification } from '@parley/protocol';
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { readMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';

/** What drew the reader's attention, newest first, a page at a time. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: queryKeys.notifications,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, cursor: pageParam === '' ? undefined : pageParam };
      return call('listNotifications', { query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Says that notifications have been dealt with. */
export function useMarkNotified() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notificationIds: Notification['notificationId'][]) =>
      call('markNotificationsRead', { body: { notificationIds: notificationIds.slice(0, 200) } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.notifications }),
        client.invalidateQueries({ queryKey: queryKeys.waiting }),
      ]),
  });
}

/** The message that a notification points at; null until it is read, and where it is gone. */
export function useNotified(id: ConversationId | null, messageId: MessageId | null) {
  const { data } = useQuery({
    queryKey: queryKeys.notified(id, messageId),
    queryFn: id === null || messageId === null ? skipToken : () => readMessage(id, messageId),
    staleTime: Infinity,
    retry: false,
  });
  return data ?? null;
}
