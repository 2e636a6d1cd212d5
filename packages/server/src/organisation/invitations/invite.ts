import { newId, type InviteBody, type MadeInvitation, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mailWords } from '../mail/words.ts';
import { newLinkToken } from '../links/link-token.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { insertInvitation, type InvitationRow } from './invitation-queries.ts';
import { presentInvitation } from './present.ts';

const dayMs = 86_400_000;

/** Makes an invitation. Only the answer has its link. Refuses with `signup_closed` where sign-up is closed. */
export async function invite(
  app: Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>,
  by: UserId,
  origin: string,
  { email, role = 'member', expiresInDays = 7 }: InviteBody,
): Promise<MadeInvitation> {
  const { commit, clock, config } = app;
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
  const url = `${origin}/invite#${token}`;
  const mailed = await commit(async (work) => {
    const { tx, audit } = work;
    await lockAsAdmin(tx, by);
    await insertInvitation(tx, { ...row, token_hash: hash });
    await audit('invitation.made', { invitationId: row.invitation_id, role });
    if (email === undefined) return false;
    // Nothing is known of who is invited, so the mail speaks the language of who invites.
    const [inviter] = await findUsers(tx, [by]);
    const { label, ...words } = mailWords(inviter?.locale ?? 'en').invitation;
    return queueMail(work, app, { kind: 'invitation', to: email, ...words, link: { label, url } });
  });
  return { item: presentInvitation(row), url, mailed };
}
