import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { lockAdmins } from '../roles/lock-admins.ts';
import { findNamed, readProvisioned } from './find-provisioned.ts';
import { requireProvisioned } from './may-provision.ts';
import { patchAttributes } from './patch-attributes.ts';
import { readAttributes, type JsonObject, type PartialAttributes } from './read-attributes.ts';
import { refuseScim } from './scim-error.ts';
import { attributesOf, type Provisioned, type UserAttributes } from './scim-user.ts';
import { wantedOf, type Wanted } from './wanted.ts';
import { writePerson, writeScimRow, type ScimApp } from './write-person.ts';

/** Replaces a user. What the body leaves out stays as it is, so that a directory that sends little loses nothing. */
export function replaceUser(app: ScimApp, id: string, body: JsonObject): Promise<Provisioned> {
  const given = readAttributes(body);
  const isNamed = given.displayName !== undefined;
  return change(app, id, (before) => Promise.resolve({ ...before, ...given }), isNamed);
}

/** Applies the operations of a body of PATCH, all or none. */
export function patchUser(app: ScimApp, id: string, body: JsonObject): Promise<Provisioned> {
  return change(app, id, (before) => patchAttributes(before, body));
}

type Edit = (before: UserAttributes) => Promise<PartialAttributes>;

function change(app: ScimApp, id: string, edit: Edit, isNamed = false): Promise<Provisioned> {
  return app.commit(async (work) => {
    const { tx } = work;
    await lockAdmins(tx);
    const found = await readProvisioned(tx, id);
    const { user_id: userId } = found.person;
    const before = attributesOf(found);
    const { id: given = userId, ...after } = await edit(before);
    if (given !== userId) refuseScim(400, 'mutability', 'The id of a user cannot change.');
    const wanted = wantedOf(before, { ...after, userName: after.userName ?? before.userName }, isNamed);
    requireProvisioned(found, wanted.externalId);
    await noteChange(work, found, before, wanted);
    await writeScimRow(tx, userId, wanted, new Date(app.clock.now()));
    await writePerson(work, app, found, wanted);
    return readProvisioned(tx, id);
  });
}

/** Records that a person came under the directory, or that it knows them by another name or id. */
async function noteChange(
  { tx, audit }: TranscriptWork,
  { person, scim }: Provisioned,
  before: UserAttributes,
  wanted: Wanted,
): Promise<void> {
  const { user_id: memberId } = person;
  if (wanted.userName !== before.userName) {
    const named = await findNamed(tx, wanted.userName);
    if (named !== null && named.person.user_id !== memberId)
      refuseScim(409, 'uniqueness', 'Another person has this userName.');
  }
  if (scim === null) return audit('person.provisioned', { memberId, adopted: true });
  if (wanted.userName === scim.user_name && wanted.externalId === scim.external_id) return;
  await audit('person.reprovisioned', { memberId });
}
