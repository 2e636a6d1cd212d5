import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { isInvitation, putRevoked } from './invitation-queries.ts';

/** Revokes an invitation. One that was used or revoked stays as it is. */
export async function revokeInvitation(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  by: UserId,
  id: string,
): Promise<void> {
  const invitationId = isId('invitation', id) ? id : refuse('invitation_not_found');
  await commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    if (await putRevoked(tx, invitationId, new Date(clock.now()))) await audit('invitation.revoked', { invitationId });
    else if (!(await isInvitation(tx, invitationId))) refuse('invitation_not_found');
  });
}
