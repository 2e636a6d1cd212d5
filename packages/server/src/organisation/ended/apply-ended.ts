import { readFile } from 'node:fs/promises';
import { isId } from '@parley/protocol';
import { deleteTransfer } from '../../accounts/agents/transfer-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { EraseModel } from '../agents/hand-over.ts';
import { endedBucket } from './ended-bucket.ts';
import { auditedEndings } from './audited-endings.ts';
import { endedFile, readEnded, startOfLine, type Ended, type EndedKind, type EndedRecord } from './ended-file.ts';
import {
  lockEndedAgent,
  repeatBlock,
  repeatDenial,
  repeatLeaving,
  repeatNarrowing,
  repeatStatus,
  repeatSuspension,
  repeatTransfer,
} from './repeat-agents.ts';
import { repeatDemotion, repeatDisabling, repeatErasure, repeatRevocation } from './repeat-people.ts';

/** Snapshots and entries have the times of transactions, which may commit in another order. */
const overlapMs = 60_000;

/** Reads what ended from all places of the configuration. */
export async function readAllEnded(
  { dataDir, backupDir, assetsS3 }: Pick<Config, 'dataDir' | 'backupDir' | 'assetsS3'>,
  keys: readonly Buffer[],
): Promise<EndedRecord> {
  const folders = [dataDir, ...(backupDir === null ? [] : [backupDir])];
  const texts = await Promise.all(folders.map((folder) => readFile(endedFile(folder), 'utf8').catch(() => '')));
  if (assetsS3 !== null) texts.push(...(await endedBucket(assetsS3).read()));
  return readEnded(texts, keys);
}

/**
 * Returns what may have ended after a backup, oldest first, with some of before. Throws if the record does not reach back to it.
 */
export function endedSince({ begin, entries }: EndedRecord, createdAt: string): Ended[] {
  if (begin === null || begin > createdAt)
    throw new Error(
      'There is no ended.ndjson that reaches back to this backup, so people who were disabled and credentials that were revoked ' +
        'since then would come back. Put it into the data folder or PARLEY_BACKUP_DIR, or say --without-ended.',
    );
  const from = new Date(Date.parse(createdAt) - overlapMs).toISOString();
  const after = entries.filter(({ at }) => at >= from).toSorted((one, other) => one.at.localeCompare(other.at));
  // Each place has the same entries.
  return [...new Map(after.map((entry) => [startOfLine(entry), entry])).values()];
}

/**
 * Returns those that the audit log of a restored database does not have. The others ended before its snapshot, which knows
 * what was given back since.
 */
export async function endedLater(db: Db, ended: readonly Ended[]): Promise<readonly Ended[]> {
  const [first] = ended;
  if (first === undefined) return [];
  const known = new Set<string>();
  for await (const entries of auditedEndings(db, new Date(first.at)))
    for (const entry of entries) known.add(startOfLine(entry));
  return ended.filter((entry) => !known.has(startOfLine(entry)));
}

type RepeatApp = App & { readonly eraseModel: EraseModel };

/**
 * Repeats in a restored database what ended after the backup, in the order in which it ended. Ids that are not in it are
 * left out. What was given back after it had ended stays ended.
 */
export async function applyEnded(app: App, ended: readonly Ended[], eraseModel: EraseModel): Promise<void> {
  const repeats = repeatsOf({ ...app, eraseModel });
  for (const entry of ended) await app.commit((work) => repeats[entry.kind](work, entry));
}

/** How a restore repeats each kind. */
function repeatsOf(
  app: RepeatApp,
): Readonly<Record<EndedKind, (work: TranscriptWork, entry: Ended) => Promise<unknown>>> {
  const now = () => new Date(app.clock.now());
  return {
    erased: (work, { id }) => repeatErasure(app, work, id),
    disabled: (work, { id }) => repeatDisabling(app, work, id),
    demoted: (work, { id }) => repeatDemotion(work, id),
    revoked: (work, { id }) => repeatRevocation(work, id, now()),
    revoked_alone: (work, { id }) => repeatRevocation(work, id, now(), true),
    suspended: (work, { id }) => repeatSuspension(app, work, id),
    paused: (work, { id }) => repeatStatus(app, work, id, 'paused'),
    deleted: (work, { id }) => repeatStatus(app, work, id, 'deleted'),
    transferred: (work, entry) => repeatTransfer(app, work, entry),
    async unoffered(work, { id }) {
      const agent = await lockEndedAgent(work, id);
      if (agent !== null) await deleteTransfer(work.tx, agent.agent_id);
    },
    async model_removed(work, { id }) {
      const agent = await lockEndedAgent(work, id);
      if (agent !== null) await app.eraseModel(work.tx, agent.agent_id);
    },
    blocked: (work, entry) => repeatBlock(app, work, entry),
    narrowed: (work, entry) => repeatNarrowing(app, work, entry),
    denied: (work, entry) => repeatDenial(app, work, entry),
    removed: (work, entry) => repeatLeaving(app, work, entry),
    async closed({ tx, signal }, { id }) {
      if (isId('conversation', id)) signal(await endGrants(tx, { conversationId: id }, 'left_room', now()));
    },
  };
}
