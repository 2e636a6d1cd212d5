import { isId, type AdminPerson, type UserId } from '@parley/protocol';
import { eraseIssuedBy } from '../../accounts/agents/erase-person-queries.ts';
import { hasActiveAdmin } from '../../accounts/users/account-queries.ts';
import { insertErasure } from '../../accounts/users/erasure-queries.ts';
import { findPerson, type PersonRow } from '../../accounts/users/people-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { findTokenIds } from '../../accounts/users/token-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { findConversationsWithAgents } from '../../chat/conversations/count-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { isUnderHold } from '../../chat/transcript/held-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { deleteLinksOf } from '../links/link-queries.ts';
import { tellAdminsOf } from '../notices/tell-of.ts';
import { endActing } from '../people/disable-person.ts';
import { readPerson } from '../people/read-person.ts';
import { lockAdmins, lockAsAdmin } from '../roles/lock-admins.ts';

type EraseApp = Pick<App, 'commit' | 'storage' | 'clock' | 'config' | 'secrets'>;

/**
 * Begins to erase a person, for an administrator or for themselves. `confirm` is their handle. From the commit on they can do nothing;
 * a server erases their data after it. Where it has begun already, nothing changes.
 */
export async function erasePerson(
  app: EraseApp,
  { by, id, confirm }: { readonly by: UserId; readonly id: string; readonly confirm: string },
): Promise<AdminPerson> {
  const userId = isId('user', id) ? id : refuse('user_not_found');
  return app.commit(async (work) => {
    const { tx } = work;
    await (by === userId ? lockAdmins(tx) : lockAsAdmin(tx, by));
    await work.transcript.lock(await findConversationsWithAgents(tx, userId));
    await lockUser(tx, userId);
    const person = (await findPerson(tx, userId)) ?? refuse('user_not_found');
    if (!isBegun(person)) {
      if (confirm !== person.handle)
        refuse('malformed_request', { path: '/confirm', message: 'This is not the handle of the person.' });
      if (person.is_demo) refuse('not_allowed', { message: 'The person of the demo cannot be erased.' });
      if (await isUnderHold(tx, userId)) refuse('legal_hold');
      const isAdmin = person.role === 'admin' && person.status === 'active';
      if (isAdmin && !(await hasActiveAdmin(tx, userId))) refuse('last_admin');
      await beginErasure(work, app, { userId, by });
      if (isAdmin) await tellAdminsOf(work, app, [], { kind: 'role_changed', by });
    }
    return readPerson(tx, userId);
  });
}

/** Begins to erase a person. The caller holds the locks of their conversations with agents, and of the person. */
export async function beginErasure(
  work: TranscriptWork,
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  { userId, by }: { readonly userId: UserId; readonly by: UserId },
): Promise<void> {
  const { tx, signal, audit } = work;
  await audit('person.erasing', { memberId: userId });
  await eraseIssuedBy(tx, userId, await findTokenIds(tx, userId));
  await deleteLinksOf(tx, userId, ['reset', 'recovery']);
  await endActing(work, app, { userId, by });
  await insertErasure(tx, userId, by, new Date(app.clock.now()));
  signal([{ to: 'servers', type: 'erasureAsked' }]);
}

/** Whether a person is being erased, or was. */
export const isBegun = ({ status }: Pick<PersonRow, 'status'>): boolean => status === 'erasing' || status === 'erased';
