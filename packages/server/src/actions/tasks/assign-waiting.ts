import type { AgentId } from '@parley/protocol';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';
import { findMessage } from '../../chat/transcript/queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { findUnassigned, insertHistory, lockTask, updateTask } from './queries.ts';
import { sealTask } from './seal-task.ts';
import type { TaskRow } from './task.ts';

type AssignApp = Pick<App, 'commit' | 'clock'>;

/**
 * Assigns tasks that were created while their agent was paused, of one agent or of all, oldest first, at most `limit`.
 *
 * @returns the number assigned.
 */
export async function assignWaiting(app: AssignApp, agentId: AgentId | null, limit: number): Promise<number> {
  return app.commit(async ({ tx, tell, deliver, transcript }) => {
    const waiting = await findUnassigned(tx, agentId, limit);
    await transcript.lock(waiting.map((task) => task.conversation_id));
    const agents = new Map(
      (
        await findAgents(
          tx,
          waiting.map((task) => task.agent_id),
        )
      ).map((row) => [row.agent_id, row]),
    );
    const deliveries: NewDelivery[] = [];
    for (const task of waiting) {
      const conversation = transcript.conversation(task.conversation_id);
      if (conversation?.agent_id !== task.agent_id || agents.get(task.agent_id)?.status !== 'live') continue;
      const delivery = await assign(app, tx, task, transcript.timeIn(task.conversation_id));
      if (!delivery) continue;
      deliveries.push(delivery);
      tell(conversation.people, 'taskUpdated', { taskId: task.task_id, conversationId: task.conversation_id });
    }
    await deliver(deliveries);
    return deliveries.length;
  });
}

/** Returns null if another server was faster: then the task is no longer `created`. */
async function assign(app: AssignApp, tx: Tx, { task_id, conversation_id, creator_user_id }: TaskRow, at: Date) {
  const task = await lockTask(tx, task_id);
  if (task?.status !== 'created') return null;
  const instructions = await findMessage(tx, conversation_id, task.message_id);
  const [creator] = await findUsers(tx, [creator_user_id]);
  if (!instructions || !creator) return null;
  await updateTask(tx, { ...task, status: 'assigned', updated_at: at });
  await insertHistory(tx, [{ task_id, status: 'assigned', at, by: 'platform', note: null }]);
  const user = { userId: creator.user_id, locale: creator.locale, timezone: creator.timezone };
  return sealTask(
    'task.assigned',
    { task: { ...task, status: 'assigned' }, instructions, user, at, tracked: true },
    app.clock.now(),
  );
}
