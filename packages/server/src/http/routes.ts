import { accessRoutes } from '../accounts/agents/access-routes.ts';
import { searchRoutes } from '../accounts/agents/agent-routes.ts';
import { agentRoutes } from '../accounts/agents/human-routes.ts';
import { revokeIssued } from '../accounts/agents/revoke-issued.ts';
import type { App } from '../chat/conversations/app.ts';
import { denyPending } from '../chat/approvals/deny-pending.ts';
import { approvalRoutes } from '../chat/approvals/human-routes.ts';
import { agentUploadRoutes } from '../accounts/assets/agent-routes.ts';
import { uploadRoutes } from '../accounts/assets/human-routes.ts';
import { avatarValidator } from '../accounts/assets/validate-avatar.ts';
import { openStore } from '../accounts/assets/open-store.ts';
import { conversationRoutes } from '../chat/conversations/human-routes.ts';
import { newContacts } from '../chat/conversations/new-contacts.ts';
import { hasSeat } from '../chat/conversations/seat-queries.ts';
import { relayRoutes } from '../engine/carriers/relay/agent-routes.ts';
import { listeningRoutes } from '../engine/carriers/relay/human-routes.ts';
import { ackRoutes } from '../engine/deliveries/agent-routes.ts';
import { deliveryRoutes } from '../engine/deliveries/human-routes.ts';
import { formRoutes } from '../chat/forms/human-routes.ts';
import { replyRoutes } from '../chat/messages/agent-routes.ts';
import { assetLinkRoutes, assetRoutes } from '../chat/messages/asset-routes.ts';
import { memberRoutes } from '../chat/members/human-routes.ts';
import { dropDrafts } from '../chat/messages/drafts/end-drafts.ts';
import { messageRoutes } from '../chat/messages/human-routes.ts';
import { notificationRoutes } from '../chat/notifications/human-routes.ts';
import { markConversationSeen } from '../chat/notifications/queries.ts';
import { proactiveRoutes } from '../chat/messages/proactive-routes.ts';
import { findReplyIds } from '../chat/transcript/queries.ts';
import { permissionRoutes } from '../accounts/permissions/human-routes.ts';
import { pushRoutes } from '../chat/pushes/human-routes.ts';
import type { AgentRoute, HumanRoute } from '../platform/routing/route.ts';
import { attentionRoutes } from '../actions/standing/attention-routes.ts';
import { endGrants } from '../actions/standing/end-grants.ts';
import { standingGrantRoutes } from '../actions/tools/standing/human-routes.ts';
import { toolRoutes } from '../actions/tools/agent-routes.ts';
import { walletRoutes } from '../actions/tools/coins/human-routes.ts';
import { agentReceiptRoutes } from '../actions/tools/receipts/agent-routes.ts';
import { receiptRoutes } from '../actions/tools/receipts/human-routes.ts';
import type { Toolbox } from '../actions/tools/toolbox.ts';
import { taskUpdateRoutes } from '../actions/tasks/agent-routes.ts';
import { taskRoutes } from '../actions/tasks/human-routes.ts';
import { ownScheduleRoutes } from '../actions/tasks/schedules/agent-routes.ts';
import { scheduleRoutes } from '../actions/tasks/schedules/human-routes.ts';
import { userRoutes } from '../accounts/users/human-routes.ts';
import { signInThrottle, type SignInThrottle } from '../accounts/users/sign-in-throttle.ts';
import { agentControlRoutes } from '../organisation/agents/human-routes.ts';
import { auditRoutes } from '../organisation/audit/human-routes.ts';
import { emailRoutes } from '../organisation/email/human-routes.ts';
import { endDealingsAlso, endRoom, endStay, endWithdrawn, withdrawAlso } from '../organisation/ended/end-dependents.ts';
import { eraseRoutes } from '../organisation/erase/human-routes.ts';
import { exportRoutes } from '../organisation/exports/human-routes.ts';
import { noticeRoutes } from '../organisation/notices/human-routes.ts';
import { recoveryRoutes } from '../organisation/recovery/human-routes.ts';
import { reportRoutes } from '../organisation/reports/human-routes.ts';
import { holdRoutes } from '../organisation/holds/human-routes.ts';
import { retentionRoutes } from '../organisation/retention/human-routes.ts';
import { resetRoutes } from '../organisation/resets/human-routes.ts';
import { backupRoutes } from '../organisation/backups/human-routes.ts';
import { openBackups, type Backups } from '../organisation/backups/make-backup.ts';
import { identityRoutes } from '../organisation/identities/human-routes.ts';
import { linkingAtSignIn } from '../organisation/identities/linking-at-sign-in.ts';
import { oidcRoutes } from '../organisation/oidc/human-routes.ts';
import { openProviders, type Providers } from '../organisation/oidc/providers.ts';
import { invitationRoutes } from '../organisation/invitations/human-routes.ts';
import { overviewRoutes } from '../organisation/overview/human-routes.ts';
import { passkeyRoutes } from '../organisation/passkeys/human-routes.ts';
import { peopleRoutes } from '../organisation/people/human-routes.ts';
import { settingsRoutes } from '../organisation/settings/human-routes.ts';
import { setupRoutes } from '../organisation/setup/human-routes.ts';
import { modelRoutes } from '../models/human-routes.ts';
import type { ModelsApp } from '../models/models-app.ts';
import { eraseModel } from '../models/remove-model.ts';
import { signUpGate } from '../organisation/sign-up/sign-up-gate.ts';
import { eventsRoute } from './streams/events-route.ts';
import { feedRoute } from './streams/feed-route.ts';
import { personStreams } from './streams/person-streams.ts';
import { quotaRoute } from './quota-route.ts';
import { createCounts } from './limits/counts.ts';

/** Returns all routes of people. `throttle` limits the attempts at passwords, here and at the door. */
export function humanRoutes(
  app: App,
  models: ModelsApp,
  throttle: SignInThrottle = signInThrottle(app),
  backups: Pick<Backups, 'start'> = openBackups(app),
  providers: Providers = openProviders(app),
): HumanRoute[] {
  const store = openStore(app.config);
  const streams = createCounts();
  const openStream = personStreams(app, streams);
  const passNewContacts = newContacts(app);
  const linking = linkingAtSignIn(app);
  return [
    ...userRoutes(app, { throttle, revokeIssued, gateOf: signUpGate(app), linking }),
    ...oidcRoutes(app, providers),
    ...identityRoutes(app, providers),
    ...passkeyRoutes(app, providers, linking),
    ...setupRoutes(app),
    ...peopleRoutes(app, revokeIssued),
    ...invitationRoutes(app),
    ...auditRoutes(app),
    ...backupRoutes(app, backups),
    ...resetRoutes(app, revokeIssued),
    ...recoveryRoutes(app, revokeIssued),
    ...emailRoutes(app),
    ...noticeRoutes(app),
    ...settingsRoutes(app),
    ...reportRoutes(app),
    ...agentControlRoutes(app, eraseModel, {
      validateAvatar: avatarValidator(app),
      withdrawScopes: withdrawAlso(app),
    }),
    ...overviewRoutes(app),
    ...exportRoutes(app),
    ...eraseRoutes(app),
    ...retentionRoutes(app),
    ...holdRoutes(app),
    ...agentRoutes(app, avatarValidator(app), withdrawAlso(app), dropDrafts, async (tx, agentId) => {
      await eraseModel(tx, agentId);
      return endGrants(tx, { agentId }, 'agent_deleted', new Date(app.clock.now()));
    }),
    ...modelRoutes(models, withdrawAlso(app)),
    ...uploadRoutes(app, store),
    ...permissionRoutes(app, endDealingsAlso, endWithdrawn),
    ...accessRoutes(app),
    ...deliveryRoutes(app, findReplyIds, hasSeat),
    ...listeningRoutes(app),
    ...conversationRoutes(app, markConversationSeen, passNewContacts, endRoom(app)),
    ...messageRoutes(app, denyPending(app)),
    ...memberRoutes(app, endStay(app), passNewContacts),
    ...assetRoutes(app, store),
    ...notificationRoutes(app),
    ...formRoutes(app),
    ...taskRoutes(app),
    ...scheduleRoutes(app),
    ...approvalRoutes(app),
    ...walletRoutes(app),
    ...receiptRoutes(app),
    ...standingGrantRoutes(app, models.toolbox),
    ...attentionRoutes(app),
    ...pushRoutes(app),
    eventsRoute(app, openStream),
    feedRoute(app, openStream),
    quotaRoute(app, streams),
  ];
}

/** Returns all routes of agents. */
export function agentDoorRoutes(app: App, toolbox: Pick<Toolbox, 'find' | 'known' | 'list'>): AgentRoute[] {
  return [
    ...replyRoutes(app),
    ...taskUpdateRoutes(app),
    ...ownScheduleRoutes(app),
    ...proactiveRoutes(app),
    ...searchRoutes(app),
    ...relayRoutes(app),
    ...ackRoutes(app),
    ...agentUploadRoutes(app, openStore(app.config)),
    ...assetLinkRoutes(app),
    ...toolRoutes(app, toolbox),
    ...agentReceiptRoutes(app),
  ];
}
