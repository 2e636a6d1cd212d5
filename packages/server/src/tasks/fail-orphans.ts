import type { App } from '../conversations/app.ts';
import { findPeople } from '../conversations/queries.ts';
import { tell } from '../signals/signal.ts';
import { failOrphans } from './queries.ts';

/** Ends tasks whose agent has left their conversation or was deleted, because nobody could move them any more; returns how many. */
export async function failOrphanTasks(
  { storage, hub }: Pick<App, 'storage' | 'hub'>,
  now: Date,
  limit: number,
): Promise<number> {
  const ended = await failOrphans(storage.db, { note: 'The agent left the conversation.', now, limit });
  const people = await findPeople(storage.db, [...new Set(ended.map((task) => task.conversation_id))]);
  hub.publish(
    ended.map(({ task_id: taskId, conversation_id: conversationId }) =>
      tell(people.get(conversationId) ?? [], 'taskUpdated', { taskId, conversationId }),
    ),
  );
  return ended.length;
}
