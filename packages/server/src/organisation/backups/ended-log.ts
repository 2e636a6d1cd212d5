import { monotonicUlid, type AuditAction } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { endedBucket } from './ended-bucket.ts';
import { appendLines, beginFile, sealLine, shortenFile, type EndedKind } from './ended-file.ts';

/** Keeps what ended outside of the database, for restores of older backups. */
export interface EndedLog {
  /** Records an end that was committed. Resolves when it is written, or given up with a line in the log. */
  recordEnded(kind: EndedKind, id: string, at: Date): Promise<void>;
  /** Resolves when everything is written. */
  stop(): Promise<void>;
}

type EndedApp = Pick<Core, 'config' | 'secrets' | 'clock' | 'log' | 'audit'>;

/** Entries that wait for a disk or a bucket. More are dropped. */
const waitingMax = 10_000;

/** The audited actions that end something, and the member of the row that names it. */
const endings: Readonly<Partial<Record<AuditAction, readonly [EndedKind, string]>>> = {
  'person.disabled': ['disabled', 'memberId'],
  'person.erasing': ['erased', 'memberId'],
  'person.demoted': ['demoted', 'memberId'],
  'credential.revoked': ['revoked', 'credentialId'],
  'token.deleted': ['revoked', 'tokenId'],
  'passkey.deleted': ['revoked', 'passkeyId'],
  'standing_grant.revoked': ['revoked', 'grantId'],
  // All tokens of the person ended with these.
  'person.sessions_ended': ['revoked', 'memberId'],
  'password.changed': ['revoked', 'userId'],
};

/**
 * Opens the log: `ended.ndjson` in the data folder and in the folder of backups, and objects in the bucket. Records what
 * the audit log says has ended; use cases without an audited action call `recordEnded` after their commit.
 */
export async function openEndedLog({ config, secrets, clock, log, audit }: EndedApp): Promise<EndedLog> {
  const key = secrets.derive('ended');
  const folders = [config.dataDir, ...(config.backupDir === null ? [] : [config.backupDir])];
  const bucket = config.assetsS3 === null ? null : endedBucket(config.assetsS3);
  const waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  const warn = (error: unknown) =>
    log.error({ err: error }, 'could not record what ended; a restore will not know of it');

  for (const folder of folders)
    await beginFile(folder, key, new Date(clock.now()).toISOString())
      .then(() => shortenFile(folder, key))
      .catch(warn);

  const begin = sealLine({ kind: 'begin', id: '', at: new Date(clock.now()).toISOString() }, key);
  // The start does not wait for a bucket.
  if (bucket !== null) writing = bucket.begin(begin).catch(warn);

  const write = async (): Promise<void> => {
    const lines = waiting.splice(0);
    if (lines.length === 0) return;
    const places = folders.map((folder) => appendLines(folder, lines));
    if (bucket !== null) places.push(bucket.append(monotonicUlid(clock.now()), lines));
    for (const { status, ...outcome } of await Promise.allSettled(places))
      if (status === 'rejected') warn((outcome as { reason?: unknown }).reason);
  };
  const recordEnded: EndedLog['recordEnded'] = (kind, id, at) => {
    if (waiting.length >= waitingMax) warn(new Error('Too much waits to be written.'));
    else waiting.push(sealLine({ kind, id, at: at.toISOString() }, key));
    return (writing = writing.then(write));
  };
  audit.onCommitted((rows) => {
    for (const { line } of rows) {
      const [kind, member = ''] = endings[line['audit'] as AuditAction] ?? [];
      const id = line[member];
      if (kind !== undefined && typeof id === 'string') void recordEnded(kind, id, new Date(clock.now()));
    }
  });
  return { recordEnded, stop: () => writing };
}
