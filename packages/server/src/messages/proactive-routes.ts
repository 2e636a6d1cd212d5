import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { agentRoute, type AgentRoute } from '../routing/route.ts';
import { validateBlocks } from './reply/validate-blocks.ts';
import { sendProactive } from './reply/send-proactive.ts';

/** What agents say of their own accord. */
export function proactiveRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.sendProactive, async ({ agent, body, key }) => {
      const blocks = await validateBlocks(app, agent.agentId, body.blocks);
      return sendProactive(app, key, { agentId: agent.agentId, conversationId: body.conversation_id, blocks });
    }),
  ];
}
