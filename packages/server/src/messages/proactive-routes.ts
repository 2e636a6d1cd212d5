import { routes } from '@parley/protocol';
import type { App } from '../app.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { judgeBlocks } from './judge-blocks.ts';
import { sendProactive } from './send-proactive.ts';

/** What agents say of their own accord. */
export function proactiveRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.sendProactive, async ({ agent, body, key }) => {
      const blocks = await judgeBlocks(app, agent.agentId, body.blocks);
      return sendProactive(app, key, { agentId: agent.agentId, conversationId: body.conversation_id, blocks });
    }),
  ];
}
