import {
  isId,
  nameFault,
  type AdminPerson,
  type ChangePersonBody,
  type PersonRole,
  type UserId,
} from '@parley/protocol';
import { findVerifiedEmails, setEmail, setRole } from '../../accounts/users/account-queries.ts';
import { findPerson, type PersonRow } from '../../accounts/users/people-queries.ts';
import { lockUser, updateProfile } from '../../accounts/users/queries.ts';
import { deleteAdminTokensOf } from '../../accounts/users/token-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { findConversationsWithAgents } from '../../chat/conversations/count-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { deleteLinksOf } from '../links/link-queries.ts';
import { mailNotice } from '../mail/mail-notice.ts';
import { tellAdminsOf, tellOf } from '../notices/tell-of.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { changeStatus, keepAnAdmin } from './change-status.ts';
import { readPerson } from './read-person.ts';

type ChangeApp = Pick<App, 'commit' | 'storage' | 'clock' | 'config' | 'secrets'>;

/**
 * Changes a person's role, status, name and address, all or none. Refuses with `last_admin` a change that would leave no
 * active administrator, and with `admin_required` if the actor has stopped being one meanwhile. Locks the
 * administrators, then the person's conversations, then the person: who adds a member locks in this order too.
 */
export async function changePerson(
  app: ChangeApp,
  actorId: UserId,
  id: string,
  body: ChangePersonBody,
): Promise<AdminPerson> {
  const userId = isId('user', id) ? id : refuse('user_not_found');
  return app.commit(async (work) => {
    const { tx } = work;
    await lockAsAdmin(tx, actorId);
    if (body.status === 'disabled') await work.transcript.lock(await findConversationsWithAgents(tx, userId));
    await lockUser(tx, userId);
    const person = (await findPerson(tx, userId)) ?? refuse('user_not_found');
    if (person.status === 'erasing' || person.status === 'erased')
      refuse('not_allowed', { message: 'This person is erased; nothing of them can be changed.' });
    if (body.role !== undefined && body.role !== person.role) await changeRole(work, person, body.role);
    if (body.status !== undefined && body.status !== person.status)
      await changeStatus(work, app, {
        person: { ...person, role: body.role ?? person.role },
        status: body.status,
        by: actorId,
      });
    const isOfAdmins =
      (body.role ?? person.role) !== person.role ||
      (person.role === 'admin' && (body.status ?? person.status) !== person.status);
    if (isOfAdmins) await tellAdminsOf(work, app, [userId], { kind: 'role_changed', by: actorId });
    if (body.displayName !== undefined && body.displayName !== person.display_name) {
      await changeName(tx, person, body.displayName);
      await work.audit('person.renamed', { memberId: userId });
    }
    if (body.email !== undefined && body.email !== person.email) {
      for (const address of await findVerifiedEmails(tx, [userId])) await mailNotice(work, app, address, 'email_set');
      await setEmail(tx, userId, body.email);
      await tellOf(work, app, [userId], { kind: 'email_set', by: actorId });
      await work.audit('person.email_set', { memberId: userId });
    }
    return readPerson(tx, userId);
  });
}

async function changeRole({ tx, signal, audit }: TranscriptWork, person: PersonRow, role: PersonRole): Promise<void> {
  const { user_id: userId } = person;
  if (role === 'admin' && person.is_demo)
    refuse('not_allowed', { message: 'The person of the demo cannot be an administrator.' });
  if (role === 'member') {
    await keepAnAdmin(tx, person);
    await deleteAdminTokensOf(tx, userId);
    signal([{ to: 'servers', type: 'accessEnded', userId }]);
  } else {
    // Whoever made a link for a member has not made one for an administrator.
    await deleteLinksOf(tx, userId, ['reset']);
  }
  await setRole(tx, userId, role, 'manual');
  await audit(role === 'admin' ? 'person.promoted' : 'person.demoted', { memberId: userId, source: 'manual' });
}

async function changeName(tx: Tx, person: PersonRow, displayName: string): Promise<void> {
  const fault = displayName === person.display_name ? null : nameFault(displayName);
  if (fault) refuse('malformed_request', { path: '/displayName', ...fault });
  await updateProfile(tx, person.user_id, { displayName });
}
