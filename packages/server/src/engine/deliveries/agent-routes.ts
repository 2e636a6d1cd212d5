import { isId, routes } from '@parley/protocol';
import type { DeliveryApp } from './delivery-app.ts';
import { agentRoute, type AgentRoute } from '../../platform/routing/route.ts';
import { ackDelivery } from './ack-delivery.ts';

/** The route by which an agent acknowledges deliveries. */
export function ackRoutes(app: DeliveryApp): AgentRoute[] {
  return [
    agentRoute(routes.ackDelivery, async ({ agent, params: { deliveryId }, body, refuse }) => {
      if (!isId('delivery', deliveryId)) return refuse('delivery_not_found');
      return { matched: await ackDelivery(app, agent.agentId, deliveryId, body, 'agent') };
    }),
  ];
}
