import { isId, routes } from '@parley/protocol';
import type { DeliveryApp } from './delivery-app.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { ackDelivery } from './ack-delivery.ts';
import { openRelay, tellReady } from '../carriers/relay/open-relay.ts';

/** Routes of the relay: opening a delivery stream and acknowledging deliveries. */
export function relayRoutes(app: DeliveryApp): AgentRoute[] {
  return [
    agentRoute(routes.openRelay, ({ agent, query }) =>
      query.only === 'ready' ? tellReady(app, agent) : openRelay(app, agent),
    ),
    agentRoute(routes.ackDelivery, async ({ agent, params: { deliveryId }, body, refuse }) => {
      if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
      return { matched: await ackDelivery(app, agent.agentId, deliveryId, body, 'agent') };
    }),
  ];
}
