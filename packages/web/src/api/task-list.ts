import type { ConversationId, RouteCall, TaskId } from '@parley/protocol';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The tasks of all one's rooms, newest first, a page at a time. */
export function useTasks() {
  return useInfiniteQuery({
    queryKey: queryKeys.allTasks,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, cursor: pageParam === '' ? undefined : pageParam };
      return call('listTasks', { query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** How a task came to where it stands, oldest first. */
export function useTaskHistory(taskId: TaskId) {
  return useInfiniteQuery({
    queryKey: queryKeys.taskHistory(taskId),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 100, cursor: pageParam === '' ? undefined : pageParam };
      return call('getTask', { params: { taskId }, query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** Gives the agent of a room a task. */
export function useGiveTask(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: { title: string; instructions: string; idempotencyKey: string }) =>
      call('createTask', { params: { conversationId: id }, body, idempotencyKey }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.roomTasks(id), queryKeys.allTasks].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Has the agent of a room told something at set times. */
export function useCreateSchedule(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteCall<'createSchedule'>['body']) =>
      call('createSchedule', { params: { conversationId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.schedules(id) }),
  });
}
