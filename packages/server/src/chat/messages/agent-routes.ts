import { acceptBlocks, isId, routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { validateReferences } from '../../accounts/assets/validate-references.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { readTrace } from '../../platform/telemetry/trace.ts';
import { checkDelivery } from './reply/check-delivery.ts';
import { editByAgent } from './edit/edit-by-agent.ts';
import { openReplies } from './reply/open-replies.ts';
import { readHistory } from './read/read-history.ts';
import { reportFailure } from './reply/report-failure.ts';
import { validateBlocks } from './reply/validate-blocks.ts';

/** Routes of agents: replies, edits, failure reports, checks of a delivery, and reading history. */
export function replyRoutes(app: App): AgentRoute[] {
  const post = openReplies(app);
  return [
    agentRoute(routes.reply, async ({ agent, body, key, trace, headers }) => {
      const accepted = acceptBlocks(body.blocks, body.partial ? 'partial' : 'final');
      if (!accepted.ok) throw new Refused(accepted.refusal);
      const strangeAsset = await validateReferences(app, agent.agentId, accepted.assets);
      if (strangeAsset) throw new Refused(strangeAsset);
      const verdict = await post({
        agentId: agent.agentId,
        deliveryId: body.in_reply_to_delivery_id,
        blocks: accepted.blocks,
        partial: body.partial,
        toAgentId: body.to_agent_id ?? null,
        key,
        trace,
        isContinued: trace !== null && readTrace(headers) !== null,
      });
      if ('code' in verdict) throw new Refused(verdict);
      return verdict;
    }),
    agentRoute(routes.editByAgent, async ({ agent: { agentId }, params, body, key }) => {
      const blocks = await validateBlocks(app, agentId, body.blocks);
      if ('code' in blocks) throw new Refused(blocks);
      return editByAgent(app, key, { agentId, messageId: params.messageId, blocks });
    }),
    agentRoute(routes.reportFailure, async ({ agent, params: { deliveryId }, body, refuse }) => {
      if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
      await reportFailure(app, { agentId: agent.agentId, deliveryId, reason: body.reason });
      return {};
    }),
    agentRoute(routes.checkDelivery, ({ agent, params: { deliveryId }, refuse }) =>
      isId('delivery', deliveryId)
        ? checkDelivery(app, { agentId: agent.agentId, deliveryId })
        : refuse('delivery_not_found'),
    ),
    agentRoute(routes.readHistory, ({ agent, params, query }) =>
      readHistory(app, agent.agentId, params.conversationId, query),
    ),
  ];
}
