import { accessRoutes } from '../agents/access-routes.ts';
import { searchRoutes } from '../agents/agent-routes.ts';
import { agentRoutes } from '../agents/human-routes.ts';
import type { App } from '../conversations/app.ts';
import { denyPending } from '../approvals/deny-pending.ts';
import { approvalRoutes } from '../approvals/human-routes.ts';
import { agentUploadRoutes } from '../assets/agent-routes.ts';
import { uploadRoutes } from '../assets/human-routes.ts';
import { avatarValidator } from '../assets/validate-avatar.ts';
import { openStore } from '../assets/open-store.ts';
import { conversationRoutes } from '../conversations/human-routes.ts';
import { hasSeat } from '../conversations/seat-queries.ts';
import { relayRoutes } from '../deliveries/agent-routes.ts';
import { deliveryRoutes } from '../deliveries/human-routes.ts';
import { formRoutes } from '../forms/human-routes.ts';
import { replyRoutes } from '../messages/agent-routes.ts';
import { assetLinkRoutes, assetRoutes } from '../messages/asset-routes.ts';
import { endDealings } from '../members/end-dealings.ts';
import { memberRoutes } from '../members/human-routes.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { messageRoutes } from '../messages/human-routes.ts';
import { notificationRoutes } from '../notifications/human-routes.ts';
import { proactiveRoutes } from '../messages/proactive-routes.ts';
import { findReplyIds } from '../transcript/queries.ts';
import { permissionRoutes } from '../permissions/human-routes.ts';
import { withdrawScopes } from '../permissions/queries.ts';
import { pushRoutes } from '../pushes/human-routes.ts';
import type { AgentRoute, HumanRoute } from '../routing/route.ts';
import { toolRoutes } from '../tools/agent-routes.ts';
import { walletRoutes } from '../tools/coins/human-routes.ts';
import { receiptRoutes } from '../tools/receipts/human-routes.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { taskUpdateRoutes } from '../tasks/agent-routes.ts';
import { taskRoutes } from '../tasks/human-routes.ts';
import { scheduleRoutes } from '../tasks/schedules/human-routes.ts';
import { userRoutes } from '../users/human-routes.ts';
import { eventsRoute } from './events-route.ts';
import { quotaRoute } from './quota-route.ts';
import { createTally } from './tally.ts';

/** Every route of the human door. */
export function humanRoutes(app: App): HumanRoute[] {
  const store = openStore(app.config);
  const streams = createTally();
  return [
    ...userRoutes(app),
    ...agentRoutes(app, avatarValidator(app), withdrawScopes, dropDrafts),
    ...uploadRoutes(app, store),
    ...permissionRoutes(app, endDealings),
    ...accessRoutes(app),
    ...deliveryRoutes(app, findReplyIds, hasSeat),
    ...conversationRoutes(app),
    ...messageRoutes(app, denyPending(app)),
    ...memberRoutes(app),
    ...assetRoutes(app, store),
    ...notificationRoutes(app),
    ...formRoutes(app),
    ...taskRoutes(app),
    ...scheduleRoutes(app),
    ...approvalRoutes(app),
    ...walletRoutes(app),
    ...receiptRoutes(app),
    ...pushRoutes(app),
    eventsRoute(app, streams),
    quotaRoute(app, streams),
  ];
}

/** Every route of the agent door. */
export function agentDoorRoutes(app: App, toolbox: Pick<Toolbox, 'find' | 'known' | 'list'>): AgentRoute[] {
  return [
    ...replyRoutes(app),
    ...taskUpdateRoutes(app),
    ...proactiveRoutes(app),
    ...searchRoutes(app),
    ...relayRoutes(app),
    ...agentUploadRoutes(app, openStore(app.config)),
    ...assetLinkRoutes(app),
    ...toolRoutes(app, toolbox),
  ];
}
