import { newId, type InviteBody, type MadeInvitation, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { newLinkToken } from '../links/link-token.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { insertInvitation, type InvitationRow } from './invitation-queries.ts';
import { presentInvitation } from './present.ts';

const dayMs = 86_400_000;

/** Makes an invitation. Only the answer has its link. Refuses with `signup_closed` where sign-up is closed. */
export async function invite(
  { commit, clock, config }: Pick<Core, 'commit' | 'clock' | 'config'>,
  by: UserId,
  origin: string,
  { email, role = 'member', expiresInDays = 7 }: InviteBody,
): Promise<MadeInvitation> {
  if (config.signup === 'closed') refuse('signup_closed');
  const now = clock.now();
  const { token, hash } = newLinkToken();
  const row: InvitationRow = {
    invitation_id: newId('invitation', now),
    email: email ?? null,
    role,
    created_by: by,
    created_at: new Date(now),
    expires_at: new Date(now + expiresInDays * dayMs),
    used_by: null,
    revoked_at: null,
  };
  await commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    await insertInvitation(tx, { ...row, token_hash: hash });
    await audit('invitation.made', { invitationId: row.invitation_id, role });
  });
  return { item: presentInvitation(row), url: `${config.baseUrl ?? origin}/invite#${token}`, mailed: false };
}
