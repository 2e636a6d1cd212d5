import { taskUpdateAnswer, taskUpdateBody } from '@parley/protocol';
import type { App } from '../app.ts';
import { judgeBlocks } from '../messages/judge-blocks.ts';
import { Refused } from '../refusal.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { moveTask } from './move-task.ts';

/** What agents say of their tasks. */
export function taskUpdateRoutes(app: App): AgentRoute[] {
  return [
    agentRoute({
      method: 'POST',
      path: '/hooks/v1/task',
      summary: 'Move the task that a delivery is about.',
      success: { status: 202, schema: taskUpdateAnswer },
      refusals: ['delivery_not_found', 'illegal_task_transition', 'block_invalid', 'intent_requires_partial'],
      body: taskUpdateBody,
      idempotency: 'optional',
      replayProtected: true,
      async handle({ agent, body, key }) {
        const blocks = body.blocks === undefined ? [] : await judgeBlocks(app, agent.agentId, body.blocks);
        if ('code' in blocks) throw new Refused(blocks);
        return moveTask(app, key, {
          agentId: agent.agentId,
          deliveryId: body.in_reply_to_delivery_id,
          status: body.status,
          blocks,
          note: body.note ?? null,
        });
      },
    }),
  ];
}
