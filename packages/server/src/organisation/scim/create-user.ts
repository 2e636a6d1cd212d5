import { newId } from '@parley/protocol';
import { findPerson, type PersonRow } from '../../accounts/users/people-queries.ts';
import { noPassword } from '../../accounts/users/password.ts';
import { preferencesOf, type Preferences } from '../../accounts/users/preferences.ts';
import { insertUser } from '../../accounts/users/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockAdmins } from '../roles/lock-admins.ts';
import { deriveHandles } from './derive-handles.ts';
import { findNamed, isThere, readProvisioned } from './find-provisioned.ts';
import { requireProvisioned } from './may-provision.ts';
import { readAttributes, type JsonObject } from './read-attributes.ts';
import { noSuchUser, refuseScim } from './scim-error.ts';
import { eraseScimRow, findByUserName } from './scim-queries.ts';
import { attributesOf, userNameKey, type Provisioned } from './scim-user.ts';
import { wantedOf, type Wanted } from './wanted.ts';
import { writeEmail, writePerson, writeScimRow, type ScimApp } from './write-person.ts';

/**
 * Creates a person without a password, in every sign-up mode. Someone whom the directory has deleted under this
 * `userName` comes back instead, with the same id.
 */
export function createUser(app: ScimApp, body: JsonObject): Promise<Provisioned> {
  const { id: _chosenByUs, ...given } = readAttributes(body);
  const wanted = wantedOf(null, { ...given, userName: given.userName ?? '' });
  return app.commit(async (work) => {
    await lockAdmins(work.tx);
    if ((await findNamed(work.tx, wanted.userName)) !== null)
      refuseScim(409, 'uniqueness', 'Another person has this userName.');
    const gone = await findDeleted(work.tx, wanted.userName);
    const userId = gone === null ? await insertPerson(work, app, wanted, body) : await revive(work, app, gone, wanted);
    return readProvisioned(work.tx, userId);
  });
}

async function insertPerson(work: TranscriptWork, app: ScimApp, wanted: Wanted, body: JsonObject) {
  const { tx, audit } = work;
  const now = new Date(app.clock.now());
  const userId = newId('user', now.getTime());
  await insertNamed(tx, wanted, { userId, now, ...firstPreferences(body) });
  await audit('person.provisioned', { memberId: userId });
  await writeScimRow(tx, userId, wanted, now);
  if (wanted.email !== null) await writeEmail(tx, userId, wanted.email);
  const person = (await findPerson(tx, userId)) ?? noSuchUser();
  await writePerson(work, app, { person, scim: null }, { ...wanted, displayName: null });
  return userId;
}

/** Inserts the person under the first handle that is free. */
async function insertNamed(
  tx: Tx,
  { userName, displayName }: Wanted,
  { userId, now, ...preferences }: { readonly userId: PersonRow['user_id']; readonly now: Date } & Preferences,
): Promise<void> {
  for (const handle of deriveHandles(userName)) {
    const row = {
      user_id: userId,
      handle,
      display_name: displayName ?? handle,
      password_hash: noPassword,
      ...preferences,
      created_at: now,
    };
    if (await insertUser(tx, row)) return;
  }
  throw new Error('No handle is free for a new person.');
}

/** What a directory says of language and time zone counts for a new person alone: afterwards these are the person's own. */
function firstPreferences(body: JsonObject): Preferences {
  const named = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  return preferencesOf([named.get('preferredlanguage'), named.get('locale')], named.get('timezone'));
}

/** Finds whom the directory has deleted under this name. Somebody who is erased does not come back; the name is free. */
async function findDeleted(tx: Tx, userName: string): Promise<Provisioned | null> {
  const scim = await findByUserName(tx, userNameKey(userName));
  const person = scim && (await findPerson(tx, scim.user_id));
  if (person === null) return null;
  if (isThere(person)) return { person, scim };
  await eraseScimRow(tx, person.user_id);
  return null;
}

/** Restores a person that the directory has deleted. What the body leaves out stays as it was. */
async function revive(work: TranscriptWork, app: ScimApp, gone: Provisioned, wanted: Wanted) {
  const { user_id: memberId } = gone.person;
  requireProvisioned(gone, wanted.externalId);
  const before = attributesOf(gone);
  const email = wanted.email ?? before.emails?.[0]?.value ?? null;
  await writeScimRow(work.tx, memberId, wanted, new Date(app.clock.now()));
  await work.audit('person.provisioned', { memberId, revived: true });
  await writePerson(work, app, gone, { ...wanted, email });
  return memberId;
}
