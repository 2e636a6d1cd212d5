import type { UserId } from '@parley/protocol';
import { findAccount, findVerifiedEmails, setEmail, setVerifiedEmail } from '../../accounts/users/account-queries.ts';
import type { PersonRow } from '../../accounts/users/people-queries.ts';
import { lockUser, updateProfile } from '../../accounts/users/queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { findConversationsWithAgents } from '../../chat/conversations/count-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { mailNotice } from '../mail/mail-notice.ts';
import { tellAdminsOf, tellOf } from '../notices/tell-of.ts';
import { changeStatus } from '../people/change-status.ts';
import { refuseScim } from './scim-error.ts';
import { findByExternalId, findByUserName, noteDisabled, putScimRow, type ScimRow } from './scim-queries.ts';
import { userNameKey, type Provisioned } from './scim-user.ts';
import type { Wanted } from './wanted.ts';

export type ScimApp = Pick<App, 'commit' | 'storage' | 'clock' | 'config' | 'secrets'>;

/**
 * Makes a person what a directory says, besides what it says itself: status, name and address. The caller holds the lock
 * of the administrators. An administrator's address stays, because a link for a new password is mailed there.
 */
export async function writePerson(
  work: TranscriptWork,
  app: ScimApp,
  { person, scim }: Provisioned,
  wanted: Pick<Wanted, 'active' | 'displayName' | 'email'>,
): Promise<void> {
  const { user_id: userId } = person;
  // The address first: who verifies one locks its name before their account, too.
  await changeEmail(work, app, person, wanted.email);
  if (wanted.active) await enable(work, app, { person, scim });
  else await disable(work, app, person);
  if (wanted.displayName === null || wanted.displayName === person.display_name) return;
  await updateProfile(work.tx, userId, { displayName: wanted.displayName });
  await work.audit('person.renamed', { memberId: userId });
}

async function changeEmail(work: TranscriptWork, app: ScimApp, person: PersonRow, email: string | null): Promise<void> {
  const { user_id: userId } = person;
  const verified = person.email_verified ? person.email : null;
  if (email === verified || person.role === 'admin') return;
  for (const address of await findVerifiedEmails(work.tx, [userId])) await mailNotice(work, app, address, 'email_set');
  await writeEmail(work.tx, userId, email);
  await tellOf(work, app, [userId], { kind: 'email_set', by: null });
  await work.audit('person.email_set', { memberId: userId });
}

/** Locks the person's conversations, then the person, as every change of a status does. */
async function disable(work: TranscriptWork, app: ScimApp, person: PersonRow): Promise<void> {
  if (person.status !== 'active') return;
  const { tx } = work;
  const { user_id: userId } = person;
  await work.transcript.lock(await findConversationsWithAgents(tx, userId));
  await lockUser(tx, userId);
  await changeStatus(work, app, { person, status: 'disabled', by: null });
  await noteDisabled(tx, userId, (await findAccount(tx, userId)).disabled_at);
  await tellOfAdmin(work, app, person);
}

/** Enables a person whom the directory disabled. One whom an administrator disabled stays so, whatever it sends. */
async function enable(work: TranscriptWork, app: ScimApp, { person, scim }: Provisioned): Promise<void> {
  if (person.status === 'active' || person.disabled_at?.getTime() !== scim?.disabled_at?.getTime()) return;
  await lockUser(work.tx, person.user_id);
  await changeStatus(work, app, { person, status: 'active', by: null });
  await noteDisabled(work.tx, person.user_id, null);
  await tellOfAdmin(work, app, person);
}

async function tellOfAdmin(work: TranscriptWork, app: ScimApp, { user_id: userId, role }: PersonRow): Promise<void> {
  if (role === 'admin') await tellAdminsOf(work, app, [userId], { kind: 'role_changed', by: null });
}

/** Sets a person's address, which counts as verified. Refuses one that another person has verified. */
export async function writeEmail(tx: Tx, userId: UserId, email: string | null): Promise<void> {
  if (email === null) return setEmail(tx, userId, null);
  if (!(await setVerifiedEmail(tx, userId, email)))
    refuseScim(409, 'uniqueness', 'Another person has verified this mail address.');
}

/** Writes what a directory says of a person. Refuses a `userName` or `externalId` of another. */
export async function writeScimRow(tx: Tx, userId: UserId, wanted: Wanted, now: Date): Promise<void> {
  const key = userNameKey(wanted.userName);
  if (isOther(await findByUserName(tx, key), userId))
    refuseScim(409, 'uniqueness', 'Another person has this userName.');
  if (wanted.externalId !== null && isOther(await findByExternalId(tx, wanted.externalId), userId))
    refuseScim(409, 'uniqueness', 'Another person has this externalId.');
  await putScimRow(tx, {
    user_id: userId,
    user_name: wanted.userName,
    user_name_key: key,
    external_id: wanted.externalId,
    formatted_name: wanted.formattedName === wanted.displayName ? null : wanted.formattedName,
    given_name: wanted.givenName,
    family_name: wanted.familyName,
    changed_at: now,
    deleted_at: null,
  });
}

function isOther(row: ScimRow | null, userId: UserId): boolean {
  return row !== null && row.user_id !== userId;
}
