import { agentRoutes } from '../agents/human-routes.ts';
import type { App } from '../app.ts';
import { conversationRoutes } from '../conversations/human-routes.ts';
import { relayRoutes } from '../deliveries/agent-routes.ts';
import { deliveryRoutes } from '../deliveries/human-routes.ts';
import { formRoutes } from '../forms/human-routes.ts';
import { replyRoutes } from '../messages/agent-routes.ts';
import { messageRoutes } from '../messages/human-routes.ts';
import { notificationRoutes } from '../messages/notification-routes.ts';
import { findReplyIds } from '../messages/queries.ts';
import { permissionRoutes } from '../permissions/human-routes.ts';
import type { AgentRoute, HumanRoute } from '../route.ts';
import { userRoutes } from '../users/human-routes.ts';
import { eventsRoute } from './events-route.ts';

/** Every route of the human door. */
export function humanRoutes(app: App): HumanRoute[] {
  return [
    ...userRoutes(app),
    ...agentRoutes(app),
    ...permissionRoutes(app),
    ...deliveryRoutes(app, findReplyIds),
    ...conversationRoutes(app),
    ...messageRoutes(app),
    ...notificationRoutes(app),
    ...formRoutes(app),
    eventsRoute(app),
  ];
}

/** Every route of the agent door. */
export function agentDoorRoutes(app: App): AgentRoute[] {
  return [...replyRoutes(app), ...relayRoutes(app)];
}
