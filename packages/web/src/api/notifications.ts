import type { ConversationId, MessageId, Notification } from '@parley/protocol';
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { readMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the user's notifications, newest first, in pages. */
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

/** Marks notifications as read. */
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

/** Returns the message of a notification; null until it is read, and if it is gone. */
export function useNotified(id: ConversationId | null, messageId: MessageId | null) {
  const { data } = useQuery({
    queryKey: queryKeys.notified(id, messageId),
    queryFn: id === null || messageId === null ? skipToken : () => readMessage(id, messageId),
    staleTime: Infinity,
    retry: false,
  });
  return data ?? null;
}
