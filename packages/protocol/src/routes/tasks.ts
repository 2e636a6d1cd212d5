import { z } from 'zod';
import { taskUpdateAnswer, taskUpdateBody } from '../requests/agent-calls.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { createdTask, createTaskBody, task, taskPage, taskStatuses } from '../requests/tasks.ts';
import { choiceQuery, pageQuery, textQuery } from './query.ts';
import { agent, human } from './route.ts';

/** Tasks: people create, follow and cancel them, and agents update them. */
export const taskRoutes = {
  createTask: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/tasks',
    summary: 'Give the agent of a conversation a task.',
    doc: 'Without an agent in the conversation it is 404 `agent_not_found`.',
    body: createTaskBody,
    answer: { status: 201, json: createdTask },
    refusals: ['conversation_not_found', 'agent_not_found', 'agent_blocked'],
    idempotency: 'optional',
  }),
  listTasks: human({
    method: 'GET',
    path: '/v1/tasks',
    summary: 'Tasks of your conversations, newest first.',
    query: z.object({
      conversationId: textQuery('Of this conversation only.'),
      status: choiceQuery('status', taskStatuses, 'In this state only.'),
      ...pageQuery.shape,
    }),
    answer: { status: 200, json: pageOf(task) },
    refusals: ['conversation_not_found'],
  }),
  getTask: human({
    method: 'GET',
    path: '/v1/tasks/{taskId}',
    summary: 'One task, with a page of its history.',
    doc: 'The history is oldest first.',
    query: pageQuery,
    answer: { status: 200, json: taskPage },
    refusals: ['task_not_found'],
  }),
  cancelTask: human({
    method: 'POST',
    path: '/v1/tasks/{taskId}/cancel',
    summary: 'Cancel a task that you created, or a task in a conversation that you opened.',
    doc: 'The agent gets `task.cancelled`. Other people are refused with 403 `not_allowed`.',
    answer: { status: 200, json: itemOf(task) },
    refusals: ['task_not_found', 'not_allowed', 'task_already_over'],
  }),
  updateTask: agent({
    method: 'POST',
    path: '/hooks/v1/task',
    summary: 'Update the status of the task that a delivery is about.',
    doc:
      '`applied` is false if the task already had that status. Legal moves: from `assigned` to each of the four statuses; from ' +
      '`in_progress` and from `awaiting_approval` to each of the other three. The rules for blocks are those of a reply.',
    body: taskUpdateBody,
    answer: { status: 202, json: taskUpdateAnswer },
    refusals: ['delivery_not_found', 'illegal_task_transition', 'block_invalid', 'intent_requires_partial'],
    idempotency: 'optional',
    replayProtected: true,
  }),
} as const;
