import { proactiveAnswer, proactiveBody } from '@parley/protocol';
import type { App } from '../app.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { judgeBlocks } from './judge-blocks.ts';
import { sendProactive } from './send-proactive.ts';

/** What agents say of their own accord. */
export function proactiveRoutes(app: App): AgentRoute[] {
  return [
    agentRoute({
      method: 'POST',
      path: '/hooks/v1/proactive',
      summary: 'Send a message that answers no delivery.',
      success: { status: 202, schema: proactiveAnswer },
      refusals: ['proactive_target_unavailable', 'scope_not_granted', 'block_invalid', 'intent_requires_partial'],
      body: proactiveBody,
      idempotency: 'required',
      replayProtected: true,
      async handle({ agent, body, key }) {
        const blocks = await judgeBlocks(app, agent.agentId, body.blocks);
        return sendProactive(app, key, { agentId: agent.agentId, conversationId: body.conversation_id, blocks });
      },
    }),
  ];
}
