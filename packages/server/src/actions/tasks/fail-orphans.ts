import type { RawBuilder } from 'kysely';
import type { AgentId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { findPeople } from '../../chat/conversations/queries.ts';
import { tell } from '../../platform/signals/signal.ts';
import { failTasks, isLost, isOrphan } from './queries.ts';

/** Why unfinished tasks fail: a condition, and the note that people read. */
const causes: readonly { readonly which: RawBuilder<boolean>; readonly note: string }[] = [
  { which: isOrphan, note: 'The agent left the conversation.' },
  { which: isLost, note: 'The task could not be delivered to the agent.' },
];

/**
 * Fails tasks if their agent has left or was deleted, or if they could not be delivered to it; of one agent or of all.
 *
 * @returns the number failed, at most `limit`.
 */
export async function failOrphanTasks(
  { storage, hub }: Pick<App, 'storage' | 'hub'>,
  { agentId, now, limit }: { readonly agentId: AgentId | null; readonly now: Date; readonly limit: number },
): Promise<number> {
  const ended = [];
  for (const { which, note } of causes) {
    ended.push(...(await failTasks(storage.db, which, { agentId, note, now, limit: limit - ended.length })));
    if (ended.length >= limit) break;
  }
  const people = await findPeople(storage.db, [...new Set(ended.map((task) => task.conversation_id))]);
  hub.publish(
    ended.map(({ task_id: taskId, conversation_id: conversationId }) =>
      tell(people.get(conversationId) ?? [], 'taskUpdated', { taskId, conversationId }),
    ),
  );
  return ended.length;
}
