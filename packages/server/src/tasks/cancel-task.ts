import { isId, type Task } from '@parley/protocol';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import type { PeopledRoomRow } from '../conversations/queries.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { Ledger } from '../transcript/transcript-writer.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { findMessage } from '../transcript/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Caller } from '../routing/route.ts';
import type { Tx } from '../storage/storage.ts';
import { presentTask } from './present.ts';
import { findOwnTask, insertHistory, lockTask, updateTask } from './queries.ts';
import { sealTask } from './seal-task.ts';
import { isOver, type TaskRow } from './task.ts';

type CancelApp = Pick<App, 'commit' | 'clock' | 'rooms'>;

/**
 * Cancels a task, by the person who gave it or the creator of its room. The room gets a line that says so, and an agent that
 * knows of the task hears of it by `task.cancelled`.
 */
export async function cancelTask(app: CancelApp, caller: Caller, named: string): Promise<Task> {
  return app.commit(async ({ tx, tell, signal, deliver }) => {
    const { ledger, room, before } = await lockOwnTask(app, tx, caller, named);
    if (caller.userId !== before.creator_user_id && caller.userId !== room.creator_user_id) {
      refuse('not_allowed', { message: 'Only who gave a task or opened its conversation may cancel it.' });
    }
    if (isOver(before.status)) refuse('task_already_over');
    const line = say(ledger, before, caller);
    const task: TaskRow = { ...before, status: 'cancelled', updated_at: line.created_at };
    await ledger.write(tx);
    await updateTask(tx, task);
    const entry = { task_id: task.task_id, status: task.status, at: line.created_at, by: 'user', note: null } as const;
    await insertHistory(tx, [entry]);
    const { task_id: taskId, conversation_id: conversationId } = task;
    signal(ledger.signals());
    signal(await dropDrafts(tx, { taskId, conversationId }));
    tell(room.people, 'taskUpdated', { taskId, conversationId });
    const known = before.status !== 'created' && room.agent_id === task.agent_id;
    if (known) await deliver(await cancelled(app, tx, { task, caller, line }));
    return presentTask(task);
  });
}

async function lockOwnTask(
  app: CancelApp,
  tx: Tx,
  { userId }: Caller,
  taskId: string,
): Promise<{ ledger: Ledger; room: PeopledRoomRow; before: TaskRow }> {
  const found = isId('task', taskId) ? await findOwnTask(tx, userId, taskId) : null;
  if (!found) return refuse('task_not_found');
  const ledger = await Ledger.open(tx, app, [found.conversation_id]);
  const room = ledger.room(found.conversation_id);
  const before = room?.people.includes(userId) ? await lockTask(tx, found.task_id) : null;
  return room && before ? { ledger, room, before } : refuse('task_not_found');
}

function say(ledger: Ledger, { conversation_id, task_id, title }: TaskRow, { displayName }: Caller): MessageRow {
  return ledger.append({
    conversation_id,
    author_type: 'platform',
    author_id: null,
    body: `${displayName} cancelled the task “${title}”.`,
    blocks: [{ type: 'task_update', task_id, status: 'cancelled' }],
    reply_to_delivery_id: null,
    proactive: false,
  });
}

/** A paused agent gets no new deliveries, this one neither. */
async function cancelled(app: CancelApp, tx: Tx, of: { task: TaskRow; caller: Caller; line: MessageRow }) {
  const { task, caller, line } = of;
  const [agent] = await findAgents(tx, [task.agent_id]);
  const instructions = await findMessage(tx, task.conversation_id, task.message_id);
  if (agent?.status !== 'live' || !instructions) return [];
  const sealed = { task, instructions, user: caller, at: line.created_at, tracked: false };
  return [sealTask('task.cancelled', sealed, app.clock.now())];
}
