import { TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import type { Agent, AnyContext, SendableBlock } from '@parley/agent-sdk';
import { text } from '@parley/agent-sdk';
import type { Answer } from './answer.ts';
import { cancelTask, converse } from './converse.ts';
import { blocksOf } from './incoming.ts';
import { remoteOf, type CardSource } from './remote.ts';
import { SessionsInMemory, type Session, type SessionStore } from './sessions.ts';

/** Options for seating a remote agent. */
export interface A2AOptions {
  /** The remote agent's card, its address (`….json`), or the address below which `.well-known/agent-card.json` is. */
  readonly card: CardSource;
  /** Stores the remote context of each conversation. Defaults to memory, until the process ends. */
  readonly sessions?: SessionStore;
  /** The largest attachment or file to pass on, either way, in bytes: 10 MiB by default, at most 25. A larger one is only named. */
  readonly maxFileBytes?: number;
  /** The `fetch` for calls to the remote agent, such as one of the A2A SDK that authenticates. */
  readonly fetch?: typeof fetch;
}

const usualFileBytes = 10 * 1024 * 1024;
const mostFileBytes = 25 * 1024 * 1024;

/**
 * Lets a remote A2A agent answer for a Parley agent. Messages and tasks go to the remote agent with their attachments. Its text appears
 * while it is written, its files and data become blocks, its questions appear in the room, and Stop cancels its task.
 *
 * @throws RangeError if `maxFileBytes` is out of bounds. An unreadable card fails the handler; the next delivery reads it again.
 *
 * @example
 * const agent = Agent.fromEnv(process.env);
 * seatA2A(agent, { card: 'https://agent.example' });
 * await agent.startRelay();
 */
export function seatA2A<State extends object>(agent: Agent<State>, options: A2AOptions): Agent<State> {
  const { card, sessions = new SessionsInMemory(), maxFileBytes = usualFileBytes, fetch = globalThis.fetch } = options;
  if (!(maxFileBytes >= 0 && maxFileBytes <= mostFileBytes)) {
    throw new RangeError(`maxFileBytes is ${maxFileBytes}: give 0 to ${mostFileBytes} bytes.`);
  }
  const seat: Seat = { remote: remoteOf(card, fetch), sessions, maxFileBytes };
  agent.on('message.created', (ctx) => answerMessage(ctx as unknown as AnyContext, seat));
  agent.on('task.assigned', (ctx) => workOnTask(ctx as unknown as AnyContext, seat));
  agent.on('task.cancelled', (ctx) => dropTask(ctx as unknown as AnyContext, seat));
  return agent;
}

interface Seat {
  readonly remote: () => Promise<Client>;
  readonly sessions: SessionStore;
  readonly maxFileBytes: number;
}

const noSession: Session = { contextId: null, taskId: null, taskDeliveryId: null };

async function answerMessage(ctx: AnyContext, seat: Seat): Promise<void> {
  const before = (await seat.sessions.get(ctx.conversationId)) ?? noSession;
  const turn = await takeTurn(ctx, seat, before);
  if (turn === null) return;
  const { taskDeliveryId } = before;
  const status = taskDeliveryId === null ? null : taskStatus(turn.state);
  if (taskDeliveryId === null || status === null) return void (await ctx.reply(turn.blocks));
  // The person's message continued the task that asked the question, so the answer belongs to the task.
  await ctx.client.updateTask(taskDeliveryId, status, { content: turn.blocks });
}

async function workOnTask(ctx: AnyContext, seat: Seat): Promise<void> {
  const { contextId } = (await seat.sessions.get(ctx.conversationId)) ?? noSession;
  await ctx.updateTask('in_progress');
  const turn = await takeTurn(ctx, seat, { contextId, taskId: null, taskDeliveryId: ctx.deliveryId });
  if (turn !== null) await ctx.updateTask(taskStatus(turn.state) ?? 'completed', { content: turn.blocks });
}

async function dropTask(ctx: AnyContext, seat: Seat): Promise<void> {
  const session = await seat.sessions.get(ctx.conversationId);
  if (!session?.taskDeliveryId) return;
  await cancelTask(await seat.remote(), session.taskId);
  await seat.sessions.put(ctx.conversationId, { ...noSession, contextId: session.contextId });
}

interface Turn {
  readonly state: TaskState;
  readonly blocks: readonly SendableBlock[];
}

/** Sends one message to the remote agent and returns its whole answer; null if the person stopped it. */
async function takeTurn(ctx: AnyContext, seat: Seat, before: Session): Promise<Turn | null> {
  const { sessions, maxFileBytes } = seat;
  const client = await seat.remote();
  const parts = { client, session: before, fetch: globalThis.fetch, maxFileBytes };
  const answer = await converse(ctx, parts).catch(async (error: unknown) => {
    // The remote agent no longer knows the task that asked the question: send the message again as a new task.
    if (before.taskId === null || !/not ?found/i.test(nameOf(error))) throw error;
    return converse(ctx, { ...parts, session: { ...before, taskId: null } });
  });
  if (answer === null) {
    await sessions.put(ctx.conversationId, { ...noSession, contextId: before.contextId });
    return null;
  }
  const state = answer.state ?? TaskState.TASK_STATE_COMPLETED;
  const waits = state === TaskState.TASK_STATE_INPUT_REQUIRED || state === TaskState.TASK_STATE_AUTH_REQUIRED;
  await sessions.put(ctx.conversationId, {
    contextId: answer.contextId ?? before.contextId,
    taskId: waits ? answer.taskId : null,
    taskDeliveryId: waits ? before.taskDeliveryId : null,
  });
  return { state, blocks: await shown(answer, state, { client: ctx.client, maxFileBytes }) };
}

const nameOf = (error: unknown) => (error instanceof Error ? `${error.name} ${error.message}` : String(error));

async function shown(answer: Answer, state: TaskState, how: Parameters<typeof blocksOf>[1]): Promise<SendableBlock[]> {
  const blocks = await blocksOf(answer.parts(), how);
  const note = notes[state];
  if (note === undefined) return blocks.length > 0 ? blocks : [text(nothingSaid)];
  return [...blocks.slice(0, 49), text(note)];
}

const nothingSaid = 'Done.';

/** A note for the person, for the states that the agent's own text may not explain. */
const notes: Readonly<Partial<Record<TaskState, string>>> = {
  [TaskState.TASK_STATE_AUTH_REQUIRED]:
    'This agent needs you to sign in or to allow something where it runs, before it can go on. Write to it when that is done.',
  [TaskState.TASK_STATE_FAILED]: 'The agent could not finish this.',
  [TaskState.TASK_STATE_REJECTED]: 'The agent does not take this on.',
  [TaskState.TASK_STATE_CANCELED]: 'This was cancelled where the agent runs.',
};

/** Returns the status of the Parley task for the state of the remote one; null if the state has no equivalent. */
function taskStatus(state: TaskState): 'awaiting_approval' | 'completed' | 'failed' | 'in_progress' | null {
  switch (state) {
    case TaskState.TASK_STATE_INPUT_REQUIRED:
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'awaiting_approval';
    case TaskState.TASK_STATE_COMPLETED:
      return 'completed';
    case TaskState.TASK_STATE_FAILED:
    case TaskState.TASK_STATE_REJECTED:
    case TaskState.TASK_STATE_CANCELED:
      return 'failed';
    case TaskState.TASK_STATE_SUBMITTED:
    case TaskState.TASK_STATE_WORKING:
      return 'in_progress';
    case TaskState.TASK_STATE_UNSPECIFIED:
    case TaskState.UNRECOGNIZED:
      return null;
  }
}
