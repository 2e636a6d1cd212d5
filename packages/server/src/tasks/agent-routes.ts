import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { validateBlocks } from '../messages/reply/validate-blocks.ts';
import { Refused } from '../routing/refusal.ts';
import { agentRoute, type AgentRoute } from '../routing/route.ts';
import { moveTask } from './move-task.ts';

/** What agents say of their tasks. */
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
