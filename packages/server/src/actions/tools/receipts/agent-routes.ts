import { routes } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { agentRoute, type AgentRoute } from '../../../platform/routing/route.ts';
import { readReceiptAsAgent } from './read-receipt.ts';

/** The route by which agents read the receipts of their calls. */
export function agentReceiptRoutes(app: App): AgentRoute[] {
  return [
    agentRoute(routes.readReceipt, async ({ agent, params }) => ({
      receipt: await readReceiptAsAgent(app, agent.agentId, params.approvalId),
    })),
  ];
}
