import { ackAnswer, ackBody, isId } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { agentRoute, ok, type AgentRoute } from '../route.ts';
import { ackDelivery } from './ack-delivery.ts';
import { openRelay } from './relay/open-relay.ts';

/** The relay: a stream of deliveries, and how the agent took each. */
export function relayRoutes(app: App): AgentRoute[] {
  return [
    agentRoute({
      method: 'GET',
      path: '/hooks/v1/stream',
      summary: 'The relay stream: ready, delivery and heartbeat events.',
      success: { status: 200, media: 'text/event-stream' },
      refusals: ['too_many_streams'],
      replayProtected: false,
      handle: ({ agent }) => openRelay(app, agent),
    }),
    agentRoute({
      method: 'POST',
      path: '/hooks/v1/deliveries/:deliveryId/ack',
      summary: 'Say how the local handler took a relayed delivery.',
      success: { status: 200, schema: ackAnswer },
      refusals: ['delivery_not_found'],
      body: ackBody,
      replayProtected: false,
      async handle({ agent, params, body }) {
        const { deliveryId } = params;
        if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
        return ok({ matched: await ackDelivery(app, agent.agentId, deliveryId, body) });
      },
    }),
  ];
}
