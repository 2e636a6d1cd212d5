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

/** A migration. One that takes away what servers before it use is marked so, and keeps those servers out. */
export interface ServerMigration {
  up(db: Kysely<unknown>): Promise<void>;
  /** Set only where a migration contracts: the oldest server that works on the schema it leaves, and why that one. */
  readonly contract?: SchemaDemand;
  /** Tables of earlier migrations that it alters, which are locked against readers too before anything is done. */
  readonly alters?: readonly string[];
}

/**
 * The last migration of the release before this one. Those after it only expand, so that its servers work on beside this one's; a test
 * reads them. Set it anew with each release.
 */
export const lastReleased = '0060-age';

/**
 * Every migration, by name. To add one: write `0002-what-it-does.ts` beside this file with an exported `up` that runs raw
 * `sql` on the connection it is given, import it here and add `'0002-what-it-does': { up }`. Names run in alphabetical
 * order, all pending ones in one transaction. A migration that has been released is never edited.
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
};
