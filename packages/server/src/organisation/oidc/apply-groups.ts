import type { UserId } from '@parley/protocol';
import { findAccount, hasActiveAdmin, setRole } from '../../accounts/users/account-queries.ts';
import { shortenSessionsOf } from '../../accounts/users/session-queries.ts';
import { deleteAdminTokensOf } from '../../accounts/users/token-queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { tellAdminsOf } from '../notices/tell-of.ts';
import type { FinishApp } from './finish.ts';
import type { Provider } from './provider.ts';
import { deleteLinksOf } from '../links/link-queries.ts';

/**
 * Gives a person the role of administrator by a provider's groups, or takes back what this provider's groups gave. The
 * last active administrator stays one. The caller holds the locks of the administrators and of the person.
 */
export async function applyGroups(
  app: FinishApp,
  work: TranscriptWork,
  { entry }: Provider,
  userId: UserId,
  groups: readonly string[],
): Promise<void> {
  const { tx, audit, signal } = work;
  const source = `oidc:${entry.id}`;
  const account = await findAccount(tx, userId);
  const isOfAdmins = entry.admin_groups.some((group) => groups.includes(group));
  if (isOfAdmins && account.role !== 'admin' && !account.is_demo) {
    await setRole(tx, userId, 'admin', source);
    await deleteLinksOf(tx, userId, ['reset']);
    await shortenSessionsOf(tx, userId, new Date(app.clock.now()));
    await audit('person.promoted', { memberId: userId, source });
    return tellAdminsOf(work, app, [userId], { kind: 'role_changed', by: null });
  }
  if (isOfAdmins || account.role !== 'admin' || account.role_source !== source) return;
  if (!(await hasActiveAdmin(tx, userId)))
    return app.log.warn(
      { userId, source },
      'kept the role of the last administrator, whom its groups do not name any more',
    );
  await setRole(tx, userId, 'member', source);
  await deleteAdminTokensOf(tx, userId);
  signal([{ to: 'servers', type: 'accessEnded', userId }]);
  await audit('person.demoted', { memberId: userId, source });
  await tellAdminsOf(work, app, [userId], { kind: 'role_changed', by: null });
}
