import { isId, platformLine, type Task } from '@parley/protocol';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { PeopledConversationRow } from '../../chat/conversations/queries.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import type { Transcript, TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { MessageRow } from '../../chat/conversations/message-row.ts';
import { findMessage } from '../../chat/transcript/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { presentTask } from './present.ts';
import { findOwnTask, insertHistory, lockTask, updateTask } from './queries.ts';
import { sealTask } from './seal-task.ts';
import { isOver, type TaskRow } from './task.ts';
import { quoted } from '../../chat/transcript/quoted.ts';

type CancelApp = Pick<App, 'commit' | 'clock'>;

/**
 * Cancels a task. Only its creator or the creator of its conversation may do so. Writes a message to the conversation;
 * an agent that knows the task gets a `task.cancelled` delivery.
 */
export async function cancelTask(app: CancelApp, caller: Caller, named: string): Promise<Task> {
  return app.commit(async (work) => {
    const { tx, tell, signal, deliver, transcript } = work;
    const { conversation, before } = await lockOwnTask(work, caller, named);
    if (caller.userId !== before.creator_user_id && caller.userId !== conversation.creator_user_id) {
      refuse('not_allowed', { message: 'Only who gave a task or opened its conversation may cancel it.' });
    }
    if (isOver(before.status)) refuse('task_already_over');
    const message = say(transcript, before, caller);
    const task: TaskRow = { ...before, status: 'cancelled', updated_at: message.created_at };
    await updateTask(tx, task);
    const entry = {
      task_id: task.task_id,
      status: task.status,
      at: message.created_at,
      by: 'user',
      note: null,
    } as const;
    await insertHistory(tx, [entry]);
    const { task_id: taskId, conversation_id: conversationId } = task;
    signal(await dropDrafts(tx, { taskId, conversationId }));
    tell(conversation.people, 'taskUpdated', { taskId, conversationId });
    const known = before.status !== 'created' && conversation.agent_id === task.agent_id;
    if (known) await deliver(await cancelled(app, tx, { task, caller, message }));
    return presentTask(task);
  });
}

async function lockOwnTask(
  { tx, transcript }: TranscriptWork,
  { userId }: Caller,
  taskId: string,
): Promise<{ conversation: PeopledConversationRow; before: TaskRow }> {
  const found = isId('task', taskId) ? await findOwnTask(tx, userId, taskId) : null;
  if (!found) return refuse('task_not_found');
  await transcript.lock([found.conversation_id]);
  const conversation = transcript.conversation(found.conversation_id);
  const before = conversation?.people.includes(userId) ? await lockTask(tx, found.task_id) : null;
  return conversation && before ? { conversation, before } : refuse('task_not_found');
}

function say(
  transcript: Transcript,
  { conversation_id, task_id, title, creator_user_id }: TaskRow,
  { displayName }: Caller,
): MessageRow {
  return transcript.append({
    conversation_id,
    author_type: 'platform',
    body: platformLine('taskCancelled', { name: quoted(displayName), title }),
    blocks: [{ type: 'task_update', task_id, status: 'cancelled' }],
    about: creator_user_id,
  });
}

/** Returns the delivery. A paused agent gets no new deliveries, so none for it. */
async function cancelled(app: CancelApp, tx: Tx, of: { task: TaskRow; caller: Caller; message: MessageRow }) {
  const { task, caller, message } = of;
  const [agent] = await findAgents(tx, [task.agent_id]);
  const instructions = await findMessage(tx, task.conversation_id, task.message_id);
  if (agent?.status !== 'live' || !instructions) return [];
  const sealed = { task, instructions, user: caller, at: message.created_at, tracked: false };
  return [sealTask('task.cancelled', sealed, app.clock.now())];
}
