import type { AgentId, ConversationId, MessageId, TaskId, TaskStatus, TaskUpdateBody, UserId } from '@parley/protocol';

/** A stored task. `message_id` is the message with its instructions. */
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

/** The states that an agent may set. The platform and people set the others. */
export type AssertedStatus = TaskUpdateBody['status'];

/** The effect of an agent's update on a task: it moves, it already has the state, or the move is illegal. */
export type Move = 'moves' | 'stays' | 'illegal';

type Moves = Readonly<Record<AssertedStatus, Move>>;

const none: Moves = { in_progress: 'illegal', awaiting_approval: 'illegal', completed: 'illegal', failed: 'illegal' };
const any: Moves = { in_progress: 'moves', awaiting_approval: 'moves', completed: 'moves', failed: 'moves' };

/** The effect of each move in each state. An ended task rejects all updates, even one with the same state. */
export const taskMoves: Readonly<Record<TaskStatus, Moves>> = {
  created: none,
  assigned: any,
  in_progress: { ...any, in_progress: 'stays' },
  awaiting_approval: { ...any, awaiting_approval: 'stays' },
  completed: none,
  failed: none,
  cancelled: none,
};

/** Returns whether a task has ended. */
export function isOver(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
