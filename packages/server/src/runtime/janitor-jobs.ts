import { limits } from '@parley/protocol';
import { deleteOldSignatures } from '../agents/credential-queries.ts';
import type { App } from '../conversations/app.ts';
import { openStore, uploadFolder } from '../assets/open-store.ts';
import { sweepIncoming } from '../assets/sweep-incoming.ts';
import { sweepOrphans } from '../assets/sweep-orphans.ts';
import { eraseOldBodies } from '../deliveries/log/erase-queries.ts';
import { idempotencyWindowMs } from '../idempotency/idempotency.ts';
import { deleteOldKeys } from '../idempotency/queries.ts';
import type { JanitorJob } from './janitor.ts';
import { retentionJobs } from './retention-jobs.ts';
import { dropOldDrafts } from '../messages/drafts/drop-drafts.ts';
import { indexOld } from '../transcript/word-queries.ts';
import { deleteOldNotifications } from '../notifications/queries.ts';
import { deleteEndedSubscriptions } from '../pushes/queries.ts';
import { assignWaiting } from '../tasks/assign-waiting.ts';
import { failOrphanTasks } from '../tasks/fail-orphans.ts';
import { deleteEndedSessions } from '../users/session-queries.ts';
import { deleteEndedTokens } from '../users/token-queries.ts';

const dayMs = 86_400_000;

/** What outlives its time, and who removes it. */
export function janitorJobs(app: App): JanitorJob[] {
  const store = openStore(app.config);
  return [
    { name: 'idempotency keys', run: (db, now, limit) => deleteOldKeys(db, before(now, idempotencyWindowMs), limit) },
    { name: 'sessions', run: deleteEndedSessions },
    { name: 'push subscriptions', run: deleteEndedSubscriptions },
    { name: 'tokens', run: deleteEndedTokens },
    { name: 'signatures', run: deleteOldSignatures },
    { name: 'assets', run: (db, now, limit) => sweepOrphans(app, store, db, now, limit) },
    { name: 'uploads', run: (_db, now, limit) => sweepIncoming(uploadFolder(app.config), now.getTime(), limit) },
    { name: 'drafts', run: (_db, now, limit) => dropOldDrafts(app, now, limit) },
    {
      name: 'notifications',
      run: (db, now, limit) => deleteOldNotifications(db, before(now, limits.notificationDays * dayMs), limit),
    },
    { name: 'words of old messages', run: indexOld },
    { name: 'orphan tasks', run: (_db, now, limit) => failOrphanTasks(app, now, limit) },
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
