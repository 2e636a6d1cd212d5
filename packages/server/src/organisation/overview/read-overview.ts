import { lowestId, type Overview, type RunningServer } from '@parley/protocol';
import { countAgents } from '../../accounts/agents/admin-queries.ts';
import { readAssetBytes } from '../../accounts/assets/queries.ts';
import { countPeople } from '../../accounts/users/people-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { countConversations } from '../../chat/conversations/count-queries.ts';
import { countMessagesSince } from '../../chat/transcript/count-queries.ts';
import { nextDueAt, oldestWaitingAt } from '../../engine/deliveries/backlog-queries.ts';
import { countOpenAndFailed } from '../../engine/deliveries/figure-queries.ts';
import { listLiveNodes } from '../../engine/deliveries/live-node-queries.ts';
import { version } from '../../platform/settings/version.ts';
import { readDatabaseBytes } from '../../platform/storage/database-size.ts';
import { readFreeBytes } from '../../platform/storage/free-bytes.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { findLastEnded } from '../backups/backup-queries.ts';
import { lastMailErrorAt } from '../mail/mail-queries.ts';
import { findReports } from './report-queries.ts';

const dayMs = 86_400_000;
const serversMax = 200;

/** Reads the figures of the server. Each costs one statement with a bound. */
export async function readOverview({
  storage,
  clock,
  config,
}: Pick<App, 'storage' | 'clock' | 'config'>): Promise<Overview> {
  const { db } = storage;
  const now = clock.now();
  const [servers, people, agents, conversations, messages24h] = await Promise.all([
    readServers(storage),
    countPeople(db, new Date(now - 30 * dayMs)),
    countAgents(db),
    countConversations(db),
    countMessagesSince(db, lowestId('message', now - dayMs)),
  ]);
  const [deliveries, oldestWaitingSeconds, databaseBytes, assetBytes, diskFreeBytes] = await Promise.all([
    countOpenAndFailed(db, lowestId('delivery', now - dayMs)),
    waitingSeconds(db, now),
    readDatabaseBytes(db),
    readAssetBytes(db),
    readFreeBytes(config.dataDir).catch(() => null),
  ]);
  const [mailErrorAt, backup] = await Promise.all([lastMailErrorAt(db), findLastEnded(db)]);
  return {
    version,
    servers,
    people: { total: people.total, active30d: people.active, disabled: people.disabled },
    agents,
    conversations,
    messages24h,
    deliveries: { pending: deliveries.open, failed24h: deliveries.failed, oldestWaitingSeconds },
    databaseBytes,
    assetBytes,
    diskFreeBytes,
    mail: { configured: config.mail !== null, lastErrorAt: mailErrorAt?.toISOString() ?? null },
    backup: { lastAt: backup?.created_at.toISOString() ?? null, lastResult: backup?.state ?? null },
  };
}

async function readServers(storage: Storage): Promise<RunningServer[]> {
  const nodeIds = await listLiveNodes(storage, serversMax);
  const reports = new Map((await findReports(storage.db, nodeIds)).map((row) => [row.node_id, row]));
  return nodeIds.map((nodeId) => {
    const row = reports.get(nodeId);
    return {
      nodeId,
      version: row?.version ?? null,
      startedAt: row?.started_at.toISOString() ?? null,
      streams: row?.streams ?? 0,
      clockSkewSeconds: row?.clock_skew_seconds ?? null,
    };
  });
}

/** The deliveries that wait longest are due, or wait until their agent takes more. */
async function waitingSeconds(db: Db, now: number): Promise<number> {
  const times = await Promise.all([nextDueAt(db), oldestWaitingAt(db)]);
  const oldest = Math.min(now, ...times.flatMap((at) => at?.getTime() ?? []));
  return Math.floor((now - oldest) / 1000);
}
