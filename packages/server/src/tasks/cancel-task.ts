import { isId, type Task } from '@parley/protocol';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import type { PeopledConversationRow } from '../conversations/queries.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { TranscriptWriter } from '../transcript/transcript-writer.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { findMessage } from '../transcript/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Caller } from '../routing/route.ts';
import type { Tx } from '../storage/storage.ts';
import { presentTask } from './present.ts';
import { findOwnTask, insertHistory, lockTask, updateTask } from './queries.ts';
import { sealTask } from './seal-task.ts';
import { isOver, type TaskRow } from './task.ts';

type CancelApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

/**
 * Cancels a task, by the person who gave it or the creator of its conversation. The conversation gets a line that says so, and an agent
 * that knows of the task hears of it by `task.cancelled`.
 */
export async function cancelTask(app: CancelApp, caller: Caller, named: string): Promise<Task> {
  return app.commit(async ({ tx, tell, signal, deliver }) => {
    const { transcript, conversation, before } = await lockOwnTask(app, tx, caller, named);
    if (caller.userId !== before.creator_user_id && caller.userId !== conversation.creator_user_id) {
      refuse('not_allowed', { message: 'Only who gave a task or opened its conversation may cancel it.' });
    }
    if (isOver(before.status)) refuse('task_already_over');
    const message = say(transcript, before, caller);
    const task: TaskRow = { ...before, status: 'cancelled', updated_at: message.created_at };
    await transcript.write(tx);
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
    signal(transcript.signals());
    signal(await dropDrafts(tx, { taskId, conversationId }));
    tell(conversation.people, 'taskUpdated', { taskId, conversationId });
    const known = before.status !== 'created' && conversation.agent_id === task.agent_id;
    if (known) await deliver(await cancelled(app, tx, { task, caller, message }));
    return presentTask(task);
  });
}

async function lockOwnTask(
  app: CancelApp,
  tx: Tx,
  { userId }: Caller,
  taskId: string,
): Promise<{ transcript: TranscriptWriter; conversation: PeopledConversationRow; before: TaskRow }> {
  const found = isId('task', taskId) ? await findOwnTask(tx, userId, taskId) : null;
  if (!found) return refuse('task_not_found');
  const transcript = await TranscriptWriter.open(tx, app, [found.conversation_id]);
  const conversation = transcript.conversation(found.conversation_id);
  const before = conversation?.people.includes(userId) ? await lockTask(tx, found.task_id) : null;
  return conversation && before ? { transcript, conversation, before } : refuse('task_not_found');
}

function say(
  transcript: TranscriptWriter,
  { conversation_id, task_id, title }: TaskRow,
  { displayName }: Caller,
): MessageRow {
  return transcript.append({
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
async function cancelled(app: CancelApp, tx: Tx, of: { task: TaskRow; caller: Caller; message: MessageRow }) {
  const { task, caller, message } = of;
  const [agent] = await findAgents(tx, [task.agent_id]);
  const instructions = await findMessage(tx, task.conversation_id, task.message_id);
  if (agent?.status !== 'live' || !instructions) return [];
  const sealed = { task, instructions, user: caller, at: message.created_at, tracked: false };
  return [sealTask('task.cancelled', sealed, app.clock.now())];
}
