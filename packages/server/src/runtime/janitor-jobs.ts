import { limits } from '@parley/protocol';
import { deleteOldSignatures } from '../accounts/agents/credential-queries.ts';
import type { App } from '../chat/conversations/app.ts';
import { openExportStore, openStore, uploadFolder } from '../accounts/assets/open-store.ts';
import { eraseReleased } from '../accounts/holds/held-queries.ts';
import { sweepIncoming } from '../accounts/assets/sweep-incoming.ts';
import { sweepOrphans } from '../accounts/assets/sweep-orphans.ts';
import { eraseOldBodies } from '../engine/deliveries/erase-queries.ts';
import { idempotencyWindowMs } from '../platform/idempotency/idempotency.ts';
import { deleteOldKeys } from '../platform/idempotency/queries.ts';
import type { JanitorJob } from './janitor.ts';
import { retentionJobs } from './retention-jobs.ts';
import { dropOldDrafts } from '../chat/messages/drafts/drop-drafts.ts';
import { indexOld } from '../chat/transcript/word-queries.ts';
import { deleteOldNotifications } from '../chat/notifications/queries.ts';
import { deleteEndedSubscriptions } from '../chat/pushes/queries.ts';
import { assignWaiting } from '../actions/tasks/assign-waiting.ts';
import { failOrphanTasks } from '../actions/tasks/fail-orphans.ts';
import { sweepExports } from '../organisation/exports/sweep-exports.ts';
import { deleteOldPending } from '../organisation/identities/pending-queries.ts';
import { deleteOldStates } from '../organisation/oidc/state-queries.ts';
import { deleteEndedLinks } from '../organisation/links/link-queries.ts';
import { deleteOldMails } from '../organisation/mail/mail-queries.ts';
import { noticeMs } from '../organisation/notices/human-routes.ts';
import { deleteOldNotices } from '../organisation/notices/notice-queries.ts';
import { deleteOldChallenges } from '../organisation/passkeys/challenge-queries.ts';
import { eraseOldEvidence } from '../organisation/reports/report-queries.ts';
import { deleteEndedSessions } from '../accounts/users/session-queries.ts';
import { deleteEndedTokens } from '../accounts/users/token-queries.ts';

const dayMs = 86_400_000;

/** Returns the janitor's jobs: what expires, and the function that removes it. */
export function janitorJobs(app: App): JanitorJob[] {
  const store = openStore(app.config);
  const exports = openExportStore(app.config);
  return [
    { name: 'idempotency keys', run: (db, now, limit) => deleteOldKeys(db, before(now, idempotencyWindowMs), limit) },
    { name: 'sessions', run: deleteEndedSessions },
    { name: 'push subscriptions', run: deleteEndedSubscriptions },
    { name: 'tokens', run: deleteEndedTokens },
    { name: 'signatures', run: deleteOldSignatures },
    { name: 'evidence of reports', run: (db, now, limit) => eraseOldEvidence(db, before(now, 90 * dayMs), limit) },
    { name: 'links of accounts', run: deleteEndedLinks },
    { name: 'identities that wait', run: deleteOldPending },
    { name: 'states of sign-ins', run: deleteOldStates },
    { name: 'challenges of passkeys', run: deleteOldChallenges },
    { name: 'notices', run: (db, now, limit) => deleteOldNotices(db, before(now, noticeMs), limit) },
    { name: 'exports', run: (db, now, limit) => sweepExports(exports, db, now, limit) },
    { name: 'mails', run: (db, now, limit) => deleteOldMails(db, before(now, dayMs), limit) },
    { name: 'held messages', run: (db, _now, limit) => eraseReleased(db, limit) },
    { name: 'assets', run: (db, now, limit) => sweepOrphans(app, store, db, now, limit) },
    { name: 'uploads', run: (_db, now, limit) => sweepIncoming(uploadFolder(app.config), now.getTime(), limit) },
    { name: 'drafts', run: (_db, now, limit) => dropOldDrafts(app, now, limit) },
    {
      name: 'notifications',
      run: (db, now, limit) => deleteOldNotifications(db, before(now, limits.notificationDays * dayMs), limit),
    },
    { name: 'words of old messages', run: (_db, now, limit) => indexOld(app.storage, now, limit) },
    { name: 'orphan tasks', run: (_db, now, limit) => failOrphanTasks(app, { agentId: null, now, limit }) },
    { name: 'waiting tasks', run: (_db, _now, limit) => assignWaiting(app, null, limit) },
    {
      name: 'delivery bodies',
      run: (db, now, limit) => eraseOldBodies(db, before(now, limits.bodyDays * dayMs), limit),
    },
    ...retentionJobs(app),
  ];
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
