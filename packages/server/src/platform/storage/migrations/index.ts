import type { Kysely } from 'kysely';
import type { SchemaDemand } from '../schema-demand.ts';
import * as foundation from './0001-foundation.ts';
import * as demo from './0002-demo.ts';
import * as tools from './0010-tools.ts';
import * as coins from './0011-coins.ts';
import * as notifications from './0020-notifications.ts';
import * as formAnswers from './0021-form-answers.ts';
import * as tasks from './0022-tasks.ts';
import * as schedules from './0023-schedules.ts';
import * as search from './0024-search.ts';
import * as assets from './0030-assets.ts';
import * as trace from './0040-trace.ts';
import * as deliveryQueue from './0050-delivery-queue.ts';
import * as age from './0060-age.ts';
import * as deliveryStatus from './0061-delivery-status.ts';
import * as schemaDemand from './0062-schema-demand.ts';
import * as retention from './0063-retention.ts';
import * as lists from './0064-lists.ts';
import * as openApprovals from './0072-open-approvals.ts';
import * as keyProof from './0074-key-proof.ts';
import * as handlerErrors from './0076-handler-errors.ts';
import * as streamsEnded from './0077-streams-ended.ts';
import * as draftsOfAgents from './0078-drafts-of-agents.ts';
import * as answersByDelivery from './0079-answers-by-delivery.ts';
import * as quotas from './0080-quotas.ts';
import * as titles from './0090-titles.ts';
import * as stops from './0091-stops.ts';
import * as messageWords from './0092-message-words.ts';
import * as scopeGrants from './0094-scope-grants.ts';
import * as sessions from './0095-sessions.ts';
import * as accessTokens from './0096-access-tokens.ts';
import * as blockedPeople from './0097-blocked-people.ts';
import * as agentSeats from './0098-agent-seats.ts';
import * as receiptKeys from './0099-receipt-keys.ts';
import * as conversationHours from './0101-room-hours.ts';
import * as attention from './0103-attention.ts';
import * as pushes from './0104-pushes.ts';
import * as scopeAsks from './0105-scope-asks.ts';
import * as listeners from './0106-listeners.ts';
import * as roomToMove from './0107-room-to-move.ts';
import * as wordsInBulk from './0108-words-in-bulk.ts';
import * as wordsBehindSends from './0109-words-behind-sends.ts';
import * as hoursToldApart from './0110-hours-told-apart.ts';
import * as unreadNotifications from './0117-unread-notifications.ts';
import * as serverTime from './0120-server-time.ts';
import * as databaseIdentity from './0125-database-identity.ts';
import * as wordsByAge from './0126-words-by-age.ts';
import * as seatTimes from './0130-seat-times.ts';
import * as agentCalls from './0131-agent-calls.ts';
import * as choices from './0132-choices.ts';
import * as silentMessages from './0133-silent-messages.ts';
import * as issuedCredentials from './0140-issued-credentials.ts';
import * as listening from './0141-listening.ts';
import * as formerPeople from './0142-former-people.ts';
import * as invokedWith from './0143-invoked-with.ts';
import * as standingGrants from './0144-standing-grants.ts';
import * as attentionCounts from './0145-attention.ts';
import * as wordsInBackground from './0149-words-in-background.ts';
import * as edits from './0150-edits.ts';
import * as reactions from './0160-reactions.ts';
import * as pins from './0161-pins.ts';
import * as hearing from './0162-hearing.ts';
import * as decisions from './0151-decisions.ts';
import * as agentSchedules from './0166-agent-schedules.ts';
import * as accounts from './0170-accounts.ts';
import * as adminTokens from './0171-admin-tokens.ts';
import * as agentSuspensions from './0172-agent-suspensions.ts';
import * as invitations from './0173-invitations.ts';
import * as closedDatabase from './0200-closed-database.ts';
import * as accountLinks from './0177-account-links.ts';
import * as serverSettings from './0178-server-settings.ts';
import * as reports from './0179-reports.ts';
import * as backups from './0201-backups.ts';
import * as retentionAndHolds from './0240-retention-and-holds.ts';
import * as rejectedChanges from './0241-rejected-changes.ts';
import * as modelAnswersByDelivery from './0242-model-answers-by-delivery.ts';
import * as modelImages from './0243-model-images.ts';
import * as modelCosts from './0244-model-costs.ts';
import * as lanesByHolder from './0245-lanes-by-holder.ts';
import * as seatsAhead from './0246-seats-ahead.ts';
import * as audit from './0176-audit.ts';
import * as models from './0190-models.ts';
import * as exports_ from './0210-exports.ts';
import * as identities from './0220-identities.ts';
import * as passkeys from './0221-passkeys.ts';
import * as scim from './0227-scim.ts';
import * as scimNames from './0228-scim-names.ts';
import * as erasures from './0211-erasures.ts';
import * as agentApprovals from './0230-agent-approvals.ts';
import * as agentFigures from './0231-agent-figures.ts';
import * as serverReports from './0232-server-reports.ts';
import * as agentTransfers from './0233-agent-transfers.ts';

/** A migration. One that removes what older servers use has a `contract`, which keeps those servers out. */
export interface ServerMigration {
  up(db: Kysely<unknown>): Promise<void>;
  /** Set only if the migration contracts the schema: the oldest server that works with the result, and the reason. */
  readonly contract?: SchemaDemand;
  /**
   * Tables of earlier migrations that it alters. They are locked against readers too before the first migration runs.
   */
  readonly alters?: readonly string[];
}

/**
 * The last migration of the previous release. Later ones only expand the schema, so that servers of both releases run
 * side by side; a test checks this. Update it with each release.
 */
export const lastReleased = '0060-age';

/**
 * All migrations, by name. To add one: write `0002-what-it-does.ts` in this folder with an exported `up` that runs raw
 * `sql` on its connection, import it here and add `'0002-what-it-does': { up }`. Pending migrations run in alphabetical
 * order in one transaction. A migration that has been released is never edited.
 */
export const migrations: Readonly<Record<string, ServerMigration>> = {
  '0001-foundation': foundation,
  '0002-demo': demo,
  '0010-tools': tools,
  '0011-coins': coins,
  '0020-notifications': notifications,
  '0021-form-answers': formAnswers,
  '0022-tasks': tasks,
  '0023-schedules': schedules,
  '0024-search': search,
  '0030-assets': assets,
  '0040-trace': trace,
  '0050-delivery-queue': deliveryQueue,
  '0060-age': age,
  '0061-delivery-status': deliveryStatus,
  '0062-schema-demand': schemaDemand,
  '0063-retention': retention,
  '0064-lists': lists,
  '0072-open-approvals': openApprovals,
  '0074-key-proof': keyProof,
  '0076-handler-errors': handlerErrors,
  '0077-streams-ended': streamsEnded,
  '0078-drafts-of-agents': draftsOfAgents,
  '0079-answers-by-delivery': answersByDelivery,
  '0080-quotas': quotas,
  '0090-titles': titles,
  '0091-stops': stops,
  '0092-message-words': messageWords,
  '0094-scope-grants': scopeGrants,
  '0095-sessions': sessions,
  '0096-access-tokens': accessTokens,
  '0097-blocked-people': blockedPeople,
  '0098-agent-seats': agentSeats,
  '0099-receipt-keys': receiptKeys,
  '0101-room-hours': conversationHours,
  '0103-attention': attention,
  '0104-pushes': pushes,
  '0105-scope-asks': scopeAsks,
  '0106-listeners': listeners,
  '0107-room-to-move': roomToMove,
  '0108-words-in-bulk': wordsInBulk,
  '0109-words-behind-sends': wordsBehindSends,
  '0110-hours-told-apart': hoursToldApart,
  '0117-unread-notifications': unreadNotifications,
  '0120-server-time': serverTime,
  '0125-database-identity': databaseIdentity,
  '0126-words-by-age': wordsByAge,
  '0130-seat-times': seatTimes,
  '0131-agent-calls': agentCalls,
  '0132-choices': choices,
  '0133-silent-messages': silentMessages,
  '0140-issued-credentials': issuedCredentials,
  '0141-listening': listening,
  '0142-former-people': formerPeople,
  '0143-invoked-with': invokedWith,
  '0144-standing-grants': standingGrants,
  '0145-attention': attentionCounts,
  '0149-words-in-background': wordsInBackground,
  '0150-edits': edits,
  '0151-decisions': decisions,
  '0160-reactions': reactions,
  '0161-pins': pins,
  '0162-hearing': hearing,
  '0166-agent-schedules': agentSchedules,
  '0170-accounts': accounts,
  '0171-admin-tokens': adminTokens,
  '0172-agent-suspensions': agentSuspensions,
  '0173-invitations': invitations,
  '0176-audit': audit,
  '0177-account-links': accountLinks,
  '0178-server-settings': serverSettings,
  '0179-reports': reports,
  '0190-models': models,
  '0200-closed-database': closedDatabase,
  '0201-backups': backups,
  '0210-exports': exports_,
  '0211-erasures': erasures,
  '0220-identities': identities,
  '0221-passkeys': passkeys,
  '0227-scim': scim,
  '0228-scim-names': scimNames,
  '0230-agent-approvals': agentApprovals,
  '0231-agent-figures': agentFigures,
  '0232-server-reports': serverReports,
  '0233-agent-transfers': agentTransfers,
  '0240-retention-and-holds': retentionAndHolds,
  '0241-rejected-changes': rejectedChanges,
  '0242-model-answers-by-delivery': modelAnswersByDelivery,
  '0243-model-images': modelImages,
  '0244-model-costs': modelCosts,
  '0245-lanes-by-holder': lanesByHolder,
  '0246-seats-ahead': seatsAhead,
};
