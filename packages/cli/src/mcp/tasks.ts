import { CLIENT_CAPABILITIES_META_KEY, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answerOf } from './answers.ts';
import type { Desk } from './desk.ts';
import { openForMs, type Question } from './question.ts';

/** The extension of protocol 2026-07-28 by which a call gives a task at once, and the client asks for its result later. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Whether the client of this call takes a task in place of a result. */
export function takesTasks(ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as { readonly extensions?: object } | undefined;
  return declared?.extensions !== undefined && tasksExtension in declared.extensions;
}

/** A question as the task that a call gives in place of its result. */
export const taskResult = (question: Question): CallToolResult =>
  ({ resultType: 'task', ...taskOf(question) }) as unknown as CallToolResult;

/** Lets a client look after its tasks: how one stands, and to give it up. */
export function serveTasks({ server }: McpServer, desk: Desk): void {
  const params = z.looseObject({ taskId: z.string().max(200) });
  const known = (taskId: string) => {
    const question = desk.find(taskId);
    if (question !== null) return question;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no task ${taskId}; it may be older than 7 days.`,
    );
  };
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  server.setRequestHandler('tasks/get', { params }, ({ taskId }) => {
    const question = known(taskId);
    if (statusOf(question) !== 'completed') return taskOf(question);
    return {
      ...taskOf(question),
      result: { resultType: 'complete', ...answerOf(desk, { ...question, isTold: false }) },
    };
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    await desk.withdraw(known(taskId).id);
    return {};
  });
  // A person is asked in Parley and not by the client, so no task ever waits for the client's input.
  server.setRequestHandler('tasks/update', { params }, ({ taskId }) => {
    known(taskId);
    return {};
  });
}

function taskOf(question: Question) {
  const { id, type, askedAt, changedAt } = question;
  return {
    taskId: id,
    status: statusOf(question),
    statusMessage: type === 'approval' ? 'A person is asked to decide.' : 'A person is asked.',
    createdAt: askedAt,
    lastUpdatedAt: changedAt,
    ttlMs: openForMs,
    pollIntervalMs: 2000,
  };
}

function statusOf({ outcome }: Question): 'working' | 'completed' | 'cancelled' {
  if (outcome === null) return 'working';
  return outcome.status === 'withdrawn' ? 'cancelled' : 'completed';
}
