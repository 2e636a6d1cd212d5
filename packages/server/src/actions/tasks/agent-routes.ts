import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { validateBlocks } from '../../chat/messages/reply/validate-blocks.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { moveTask } from './move-task.ts';

/** Routes with which agents update their tasks. */
export function taskUpdateRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.updateTask, async ({ agent, body, key }) => {
      const blocks = body.blocks === undefined ? [] : await validateBlocks(app, agent.agentId, body.blocks);
      if ('code' in blocks) throw new Refused(blocks);
      return moveTask(app, key, {
        agentId: agent.agentId,
        deliveryId: body.in_reply_to_delivery_id,
        status: body.status,
        blocks,
        note: body.note ?? null,
      });
    }),
  ];
}
