import type { AgentId, DeliveryId, SendableBlock, StoredBlock, TaskUpdateAnswer } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { IdempotencyKey, StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { runOnce } from '../../platform/idempotency/run-once.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import { newsOf, notify, type NewNotification } from '../../chat/notifications/notify.ts';
import type { MessageRow } from '../../chat/conversations/message-row.ts';
import { lockAuthority } from '../../chat/messages/reply/reply-rights.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Transcript, TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { insertHistory, lockTask, updateTask } from './queries.ts';
import { isOver, taskMoves, type AssertedStatus, type TaskRow } from './task.ts';

/** An agent's update of the task that a delivery is about, with validated blocks. */
export interface UpdateTask {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly status: AssertedStatus;
  readonly blocks: readonly SendableBlock[];
  readonly note: string | null;
}

type UpdateApp = Pick<App, 'commit' | 'clock'>;

/**
 * Moves a task if the move is legal from its state. An update with the current state moves nothing, but its blocks and
 * note are kept. Blocks become a message of the agent; a note without blocks becomes a `task_update` block.
 */
export async function moveTask(app: UpdateApp, key: IdempotencyKey | null, update: UpdateTask): Promise<StoredAnswer> {
  return runOnce(app, key, async (work) => {
    const applied = await write(app, work, update);
    return { status: 202, answer: { applied, status: update.status } satisfies TaskUpdateAnswer };
  });
}

/** Writes the update. Returns whether the task moved. */
async function write(app: UpdateApp, work: TranscriptWork, update: UpdateTask): Promise<boolean> {
  const { tx, transcript } = work;
  const nowMs = app.clock.now();
  const before = await authorized(app, work, update);
  const move = taskMoves[before.status][update.status];
  if (move === 'illegal') refuse('illegal_task_transition', { path: '/status' });
  const applied = move === 'moves';

  const message = say(transcript, before, update);
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
  if (isOver(task.status)) work.signal(await dropDrafts(tx, { taskId, conversationId }));
  if (said) work.tell(people, 'taskUpdated', { taskId, conversationId });
  work.signal(await notify(tx, news, nowMs));
  return applied;
}

/** Locks and returns the task if the delivery still authorizes the agent for it. */
async function authorized(app: UpdateApp, work: TranscriptWork, update: UpdateTask): Promise<TaskRow> {
  const authority = await lockAuthority(work, app, update);
  const taskId = authority?.task_id;
  const before = taskId ? await lockTask(work.tx, taskId) : null;
  return before ?? refuse('delivery_not_found', { path: '/in_reply_to_delivery_id' });
}

function say(transcript: Transcript, task: TaskRow, { agentId, status, blocks, note }: UpdateTask): MessageRow | null {
  const noted: StoredBlock[] = note === null ? [] : [{ type: 'task_update', task_id: task.task_id, status, note }];
  const shown = blocks.length > 0 ? blocks : noted;
  if (shown.length === 0) return null;
  return transcript.append({
    conversation_id: task.conversation_id,
    author_type: 'agent',
    author_id: agentId,
    blocks: shown,
  });
}

/** Notifies the creator of a move without a message, if the task ended or waits for a person. */
function newsOfMove(task: TaskRow, isThere: boolean): NewNotification[] {
  if (!isThere || task.status === 'in_progress') return [];
  const { creator_user_id: userId, conversation_id: conversationId, agent_id: agentId } = task;
  return [{ userId, type: 'task', conversationId, agentId }];
}
