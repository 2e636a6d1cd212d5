import { newId, type CreatedTask, type TaskStatus } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { updateRead } from '../conversations/queries.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { runOnce } from '../idempotency/run-once.ts';
import { presentQueued } from '../transcript/present-queued.ts';
import type { EnvelopeUser } from '../transcript/seal-delivery.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { DeliveryWork } from '../deliveries/delivery-work.ts';
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

type TaskApp = Pick<App, 'commit' | 'clock' | 'beliefs'>;

/**
 * Gives the agent of a conversation a task. The instructions are a line of the conversation, and reach the agent as `task.assigned`; while
 * it is paused, the task stays `created` and is assigned once the agent is resumed.
 */
export async function createTask(app: TaskApp, key: IdempotencyKey | null, wanted: CreateTask): Promise<StoredAnswer> {
  return runOnce(app, key, async (work) => {
    const { task, deliveries } = await write(app, work, wanted);
    const created: CreatedTask = { item: presentTask(task), deliveries: presentQueued(deliveries) };
    return { status: 201, answer: created };
  });
}

async function write(app: TaskApp, work: DeliveryWork, wanted: CreateTask) {
  const { tx } = work;
  const { transcript, conversation, agent } = await seatedAgent(app, tx, wanted.creator, wanted.conversationId);
  const nowMs = app.clock.now();
  const taskId = newId('task', nowMs);
  const status: TaskStatus = agent.status === 'live' ? 'assigned' : 'created';
  const instructions = transcript.append({
    conversation_id: conversation.conversation_id,
    author_type: 'user',
    author_id: wanted.creator.userId,
    body: wanted.instructions,
    blocks: [{ type: 'task_update', task_id: taskId, status, note: wanted.title }],
    reply_to_delivery_id: null,
    proactive: false,
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

  await transcript.write(tx);
  await insertTask(tx, task);
  const entry = { task_id: taskId, at, note: null };
  // Both are set by the platform, as the contract has it; whose task it is, its message says.
  const steps = status === 'assigned' ? (['created', 'assigned'] as const) : (['created'] as const);
  await insertHistory(
    tx,
    steps.map((step) => ({ ...entry, status: step, by: 'platform' })),
  );
  await updateRead(tx, [
    { conversationId: conversation.conversation_id, userId: wanted.creator.userId, seq: instructions.seq },
  ]);
  await work.deliver(deliveries);
  work.signal(transcript.signals());
  work.tell(conversation.people, 'taskUpdated', { taskId, conversationId: conversation.conversation_id });
  return { task, deliveries };
}
