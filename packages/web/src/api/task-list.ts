import type { ConversationId, RouteCall, TaskId } from '@parley/protocol';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the tasks of all of the user's rooms, newest first, in pages. */
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

/** Returns the history of a task, oldest first, in pages. */
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

/** Creates a task for the agent of a room. */
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

/** Creates a schedule for the agent of a room. */
export function useCreateSchedule(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteCall<'createSchedule'>['body']) =>
      call('createSchedule', { params: { conversationId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.schedules(id) }),
  });
}
