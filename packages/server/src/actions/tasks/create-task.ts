import { newId, type CreatedTask, type TaskStatus } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { updateRead } from '../../chat/conversations/queries.ts';
import type { IdempotencyKey, StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { mentionMembers } from '../../chat/notifications/mention-members.ts';
import { runOnce } from '../../platform/idempotency/run-once.ts';
import { presentQueued } from '../../chat/transcript/present-queued.ts';
import type { EnvelopeUser } from '../../chat/transcript/seal-delivery.ts';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { presentTask } from './present.ts';
import { insertHistory, insertTask } from './queries.ts';
import { sealTask } from './seal-task.ts';
import { seatedAgent } from './seated-agent.ts';
import type { TaskRow } from './task.ts';

export interface CreateTask {
  readonly creator: EnvelopeUser;
  readonly conversationId: string;
  readonly title: string;
  readonly instructions: string;
  readonly trace: Trace | null;
}

type TaskApp = Pick<App, 'commit' | 'clock'>;

/**
 * Creates a task for the agent of a conversation. The instructions are a message of the conversation and reach the
 * agent as `task.assigned`. While the agent is paused the task stays `created`; it is assigned when the agent resumes.
 */
export async function createTask(app: TaskApp, key: IdempotencyKey | null, wanted: CreateTask): Promise<StoredAnswer> {
  return runOnce(app, key, async (work) => {
    const { task, deliveries } = await write(app, work, wanted);
    const created: CreatedTask = { item: presentTask(task), deliveries: presentQueued(deliveries) };
    return { status: 201, answer: created };
  });
}

async function write(app: TaskApp, work: TranscriptWork, wanted: CreateTask) {
  const { tx, transcript } = work;
  const { conversation, agent } = await seatedAgent(work, wanted.creator, wanted.conversationId);
  const nowMs = app.clock.now();
  const taskId = newId('task', nowMs);
  const status: TaskStatus = agent.status === 'live' ? 'assigned' : 'created';
  const instructions = transcript.append({
    conversation_id: conversation.conversation_id,
    author_type: 'user',
    author_id: wanted.creator.userId,
    body: wanted.instructions,
    blocks: [{ type: 'task_update', task_id: taskId, status, note: wanted.title }],
  });
  const at = instructions.created_at;
  const task: TaskRow = {
    task_id: taskId,
    conversation_id: conversation.conversation_id,
    agent_id: agent.agent_id,
    creator_user_id: wanted.creator.userId,
    message_id: instructions.message_id,
    title: wanted.title,
    instructions: wanted.instructions,
    status,
    note: null,
    created_at: at,
    updated_at: at,
  };
  const { creator: user, trace } = wanted;
  const deliveries =
    status === 'assigned'
      ? [sealTask('task.assigned', { task, instructions, user, at, tracked: true, trace }, nowMs)]
      : [];

  await insertTask(tx, task);
  const entry = { task_id: taskId, at, note: null };
  // Both are set by the platform, as the contract requires. The message names the person.
  const steps = status === 'assigned' ? (['created', 'assigned'] as const) : (['created'] as const);
  await insertHistory(
    tx,
    steps.map((step) => ({ ...entry, status: step, by: 'platform' })),
  );
  await updateRead(tx, [
    { conversationId: conversation.conversation_id, userId: wanted.creator.userId, seq: instructions.seq },
  ]);
  await work.deliver(deliveries);
  await mentionMembers(work, conversation, { ...instructions, author_id: wanted.creator.userId }, nowMs);
  work.tell(conversation.people, 'taskUpdated', { taskId, conversationId: conversation.conversation_id });
  return { task, deliveries };
}
