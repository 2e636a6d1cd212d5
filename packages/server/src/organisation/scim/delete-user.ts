import { lockAdmins } from '../roles/lock-admins.ts';
import { readProvisioned } from './find-provisioned.ts';
import { requireProvisioned } from './may-provision.ts';
import { noSuchUser } from './scim-error.ts';
import { putScimRow } from './scim-queries.ts';
import { writePerson, type ScimApp } from './write-person.ts';

/** Disables a person and hides them from the directory. Nothing of theirs is erased: administrators do that. */
export async function deleteUser(app: ScimApp, id: string): Promise<void> {
  await app.commit(async (work) => {
    await lockAdmins(work.tx);
    const found = await readProvisioned(work.tx, id);
    requireProvisioned(found, null);
    const { person } = found;
    const scim = found.scim ?? noSuchUser();
    const email = person.email_verified ? person.email : null;
    await writePerson(work, app, found, { active: false, displayName: null, email });
    const now = new Date(app.clock.now());
    await putScimRow(work.tx, { ...scim, changed_at: now, deleted_at: now });
    await work.audit('person.unprovisioned', { memberId: person.user_id });
  });
}
