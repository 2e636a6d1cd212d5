import type { AgentId, ConversationId, MessageId, TaskId, TaskStatus, TaskUpdateBody, UserId } from '@parley/protocol';

/** A task as it is stored. `message_id` is the line of its conversation that holds the instructions. */
export interface TaskRow {
  readonly task_id: TaskId;
  readonly conversation_id: ConversationId;
  readonly agent_id: AgentId;
  readonly creator_user_id: UserId;
  readonly message_id: MessageId;
  readonly title: string;
  readonly instructions: string;
  readonly status: TaskStatus;
  readonly note: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The states that an agent may assert. The others are the platform's and people's to set. */
export type AssertedStatus = TaskUpdateBody['status'];

/** What an agent's update makes of a task: it moves, it is there already, or it may not go there. */
export type Move = 'moves' | 'stays' | 'illegal';

type Moves = Readonly<Record<AssertedStatus, Move>>;

const none: Moves = { in_progress: 'illegal', awaiting_approval: 'illegal', completed: 'illegal', failed: 'illegal' };
const any: Moves = { in_progress: 'moves', awaiting_approval: 'moves', completed: 'moves', failed: 'moves' };

/** Every state with every move. A task that is over stays over, also for an update that says the same again. */
export const taskMoves: Readonly<Record<TaskStatus, Moves>> = {
  created: none,
  assigned: any,
  in_progress: { ...any, in_progress: 'stays' },
  awaiting_approval: { ...any, awaiting_approval: 'stays' },
  completed: none,
  failed: none,
  cancelled: none,
};

/** Whether a task is over for good. */
export function isOver(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
