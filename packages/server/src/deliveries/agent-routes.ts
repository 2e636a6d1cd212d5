import { isId, routes } from '@parley/protocol';
import type { DeliveryApp } from './delivery-app.ts';
import { agentRoute, type AgentRoute } from '../routing/route.ts';
import { ackDelivery } from './lease/ack-delivery.ts';
import { openRelay, tellReady } from '../carriers/relay/open-relay.ts';

/** The relay: a stream of deliveries, and how the agent took each. */
export function relayRoutes(app: DeliveryApp): AgentRoute[] {
  return [
    agentRoute(routes.openRelay, ({ agent, query }) =>
      query.only === 'ready' ? tellReady(app, agent) : openRelay(app, agent),
    ),
    agentRoute(routes.ackDelivery, async ({ agent, params: { deliveryId }, body, refuse }) => {
      if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
      return { matched: await ackDelivery(app, agent.agentId, deliveryId, body) };
    }),
  ];
}
