import type { AgentId, DeliveryId, SendableBlock, StoredBlock, TaskUpdateAnswer } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { runOnce } from '../idempotency/run-once.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import type { TranscriptWriter } from '../transcript/transcript-writer.ts';
import { newsOf, notify, type NewNotification } from '../notifications/notify.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { lockAuthority } from '../messages/reply/reply-rights.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
import { insertHistory, lockTask, updateTask } from './queries.ts';
import { isOver, taskMoves, type AssertedStatus, type TaskRow } from './task.ts';

/** What an agent says of the task that a delivery is about; its blocks have been accepted. */
export interface UpdateTask {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly status: AssertedStatus;
  readonly blocks: readonly SendableBlock[];
  readonly note: string | null;
}

type UpdateApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

/**
 * Moves a task, where the move is legal from its state. An update that names the state it has moves nothing, but its blocks
 * and its note are kept. Blocks become a message of the agent; a note without blocks becomes a `task_update` block.
 */
export async function moveTask(app: UpdateApp, key: IdempotencyKey | null, update: UpdateTask): Promise<StoredAnswer> {
  return runOnce(app, key, async (work) => {
    const applied = await write(app, work, update);
    return { status: 202, answer: { applied, status: update.status } satisfies TaskUpdateAnswer };
  });
}

/** Whether the task moved. */
async function write(app: UpdateApp, work: DeliveryWork, update: UpdateTask): Promise<boolean> {
  const { tx } = work;
  const nowMs = app.clock.now();
  const { transcript, before } = await authorized(app, tx, update);
  const move = taskMoves[before.status][update.status];
  if (move === 'illegal') refuse('illegal_task_transition', { path: '/status' });
  const applied = move === 'moves';

  const message = say(transcript, before, update);
  await transcript.write(tx);
  const said = applied || message !== null;
  const task = { ...before, status: update.status, note: update.note ?? before.note, updated_at: new Date(nowMs) };
  if (said) await updateTask(tx, task);
  if (applied || update.note !== null) {
    const { task_id, status } = task;
    await insertHistory(tx, [{ task_id, status, at: task.updated_at, by: 'agent', note: update.note }]);
  }
  const people = transcript.conversation(task.conversation_id)?.people ?? [];
  const news = message
    ? newsOf(transcript, [message], 'task')
    : applied
      ? newsOfMove(task, people.includes(task.creator_user_id))
      : [];
  const { task_id: taskId, conversation_id: conversationId } = task;
  work.signal(transcript.signals());
  if (isOver(task.status)) work.signal(await dropDrafts(tx, { taskId, conversationId }));
  if (said) work.tell(people, 'taskUpdated', { taskId, conversationId });
  work.signal(await notify(tx, news, nowMs));
  return applied;
}

/** The task, under lock, where the delivery still gives the agent authority over it. */
async function authorized(
  app: UpdateApp,
  tx: Tx,
  update: UpdateTask,
): Promise<{ transcript: TranscriptWriter; before: TaskRow }> {
  const { transcript, authority } = await lockAuthority(tx, app, update);
  const taskId = authority?.task_id;
  const before = taskId ? await lockTask(tx, taskId) : null;
  return before ? { transcript, before } : refuse('delivery_not_found', { path: '/in_reply_to_delivery_id' });
}

function say(
  transcript: TranscriptWriter,
  task: TaskRow,
  { agentId, status, blocks, note }: UpdateTask,
): MessageRow | null {
  const noted: StoredBlock[] = note === null ? [] : [{ type: 'task_update', task_id: task.task_id, status, note }];
  const shown = blocks.length > 0 ? blocks : noted;
  if (shown.length === 0) return null;
  return transcript.append({
    conversation_id: task.conversation_id,
    author_type: 'agent',
    author_id: agentId,
    body: null,
    blocks: shown,
    reply_to_delivery_id: null,
    proactive: false,
  });
}

/** A move without a word is for the person who gave the task, where it ends or waits for someone. */
function newsOfMove(task: TaskRow, isThere: boolean): NewNotification[] {
  if (!isThere || task.status === 'in_progress') return [];
  const { creator_user_id: userId, conversation_id: conversationId, agent_id: agentId } = task;
  return [{ userId, type: 'task', conversationId, agentId }];
}
