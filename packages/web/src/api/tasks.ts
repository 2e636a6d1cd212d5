import type { TaskId } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const over = new Set(['completed', 'failed', 'cancelled']);

/** Returns a task's current state and a function to cancel it; null until it is read, or if it cannot be read. */
export function useTask(taskId: TaskId) {
  const client = useQueryClient();
  const queryKey = queryKeys.task(taskId);
  const { data: task } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('getTask', { params: { taskId }, signal })).item,
    retry: false,
  });
  if (!task) return null;
  const cancel = async () => {
    await call('cancelTask', { params: { taskId } });
    await client.invalidateQueries({ queryKey });
  };
  return { task, cancel: over.has(task.status) ? null : cancel };
}
