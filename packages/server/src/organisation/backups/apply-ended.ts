import { readFile } from 'node:fs/promises';
import { isId, type UserId } from '@parley/protocol';
import { revokeIssued } from '../../accounts/agents/revoke-issued.ts';
import { revokeCredentialById } from '../../accounts/agents/credential-queries.ts';
import { setRole } from '../../accounts/users/account-queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { deleteAdminTokensOf, deleteTokenById } from '../../accounts/users/token-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import type { App } from '../../chat/conversations/app.ts';
import { findConversationsWithAgents } from '../../chat/conversations/count-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Config } from '../../platform/settings/config.ts';
import { beginErasure, isBegun } from '../erase/begin-erasure.ts';
import { deleteIdentity } from '../identities/identity-queries.ts';
import { disablePerson } from '../people/disable-person.ts';
import { deletePasskey } from '../passkeys/passkey-queries.ts';
import { endAccess } from '../people/end-sessions-of.ts';
import { endedBucket } from './ended-bucket.ts';
import { endedFile, readEnded, type Ended, type EndedRecord } from './ended-file.ts';

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

/** Returns what ended after a backup. Throws if the record does not reach back to it. */
export function endedSince({ begin, entries }: EndedRecord, createdAt: string): Ended[] {
  if (begin === null || begin > createdAt)
    throw new Error(
      'There is no ended.ndjson that reaches back to this backup, so people who were disabled and credentials that were revoked ' +
        'since then would come back. Put it into the data folder or PARLEY_BACKUP_DIR, or say --without-ended.',
    );
  const from = new Date(Date.parse(createdAt) - overlapMs).toISOString();
  const unique = new Map(entries.filter(({ at }) => at >= from).map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  return [...unique.values()];
}

/** Repeats in a restored database what ended after the backup. Ids that are not in it are left out. */
export async function applyEnded(app: App, ended: readonly Ended[]): Promise<void> {
  for (const entry of ended) await app.commit((work) => applyOne(app, work, entry));
}

async function applyOne(app: App, work: TranscriptWork, { kind, id }: Ended): Promise<void> {
  const now = new Date(app.clock.now());
  const { tx, signal } = work;
  if (kind === 'revoked') return revoke(work, id, now);
  if (!isId('user', id)) return;
  if (kind !== 'demoted') await work.transcript.lock(await findConversationsWithAgents(tx, id));
  await lockUser(tx, id);
  const person = await findPerson(tx, id);
  if (person === null) return;
  if (kind === 'demoted') {
    if (person.role !== 'admin') return;
    await deleteAdminTokensOf(tx, id);
    await setRole(tx, id, 'member', 'manual');
    signal([{ to: 'servers', type: 'accessEnded', userId: id }]);
  } else if (kind === 'erased') {
    if (!isBegun(person)) await beginErasure(work, app, { userId: id, by: id });
  } else if (person.status === 'active') {
    await disablePerson(work, app, { userId: id, by: id });
  }
}

async function revoke(work: TranscriptWork, id: string, now: Date): Promise<void> {
  const { tx, signal } = work;
  if (isId('credential', id)) await revokeCredentialById(tx, id, now);
  else if (isId('passkey', id)) await deletePasskey(tx, id);
  else if (isId('identity', id)) await deleteIdentity(tx, id);
  else if (isId('standingGrant', id)) signal(await endGrants(tx, { grantId: id }, 'revoked', now));
  else if (isId('user', id)) await revokeAllOf(work, id, now);
  else if (isId('token', id)) {
    const userId = await deleteTokenById(tx, id);
    if (userId !== null) signal(await revokeIssued(tx, { userId, tokenId: id }, now));
  }
}

async function revokeAllOf(work: TranscriptWork, userId: UserId, now: Date): Promise<void> {
  if ((await findPerson(work.tx, userId)) !== null) await endAccess(work, userId, now, revokeIssued);
}
