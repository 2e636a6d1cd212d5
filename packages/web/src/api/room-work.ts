import type { AgentId, ConversationId, TaskId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const over: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Returns the open tasks of a room, newest first. */
export function useOpenTasks(id: ConversationId) {
  return useQuery({
    queryKey: queryKeys.roomTasks(id),
    queryFn: async ({ signal }) =>
      (await call('listTasks', { query: { conversationId: id, limit: 200 }, signal })).items,
    select: (tasks) => tasks.filter(({ status }) => !over.has(status)),
  });
}

/** Cancels a task of a room. */
export function useCancelTask(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (taskId: TaskId) => call('cancelTask', { params: { taskId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.roomTasks(id) }),
  });
}

/** Returns the schedules of a room. */
export function useSchedules(id: ConversationId) {
  return useQuery({
    queryKey: queryKeys.schedules(id),
    queryFn: async ({ signal }) =>
      (await call('listSchedules', { params: { conversationId: id }, query: { limit: 200 }, signal })).items,
  });
}

/** Deletes a schedule of a room. */
export function useEndSchedule(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scheduleId: string) => call('deleteSchedule', { params: { conversationId: id, scheduleId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.schedules(id) }),
  });
}

/** Returns the connection of one of the user's own agents; reads nothing for another owner's agent. */
export function useConnection(id: AgentId, isOwner: boolean) {
  return useQuery({
    queryKey: queryKeys.connection(id),
    enabled: isOwner,
    queryFn: async ({ signal }) => (await call('getConnection', { params: { agentId: id }, signal })).item,
    refetchInterval: 15_000,
  });
}
