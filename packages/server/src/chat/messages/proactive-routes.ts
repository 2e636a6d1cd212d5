import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { validateBlocks } from './reply/validate-blocks.ts';
import { sendProactive } from './reply/send-proactive.ts';

/** Routes for messages that agents send without a delivery to answer. */
export function proactiveRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.sendProactive, async ({ agent, body, key }) => {
      const blocks = await validateBlocks(app, agent.agentId, body.blocks);
      return sendProactive(app, key, { agentId: agent.agentId, conversationId: body.conversation_id, blocks });
    }),
  ];
}
