import { newId, type InviteBody, type MadeInvitation, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Mail } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
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
    return email !== undefined && queueMail(work, app, invitationTo(email, url));
  });
  return { item: presentInvitation(row), url, mailed };
}

function invitationTo(to: string, url: string): Mail {
  return {
    kind: 'invitation',
    to,
    subject: 'Parley: an invitation',
    paragraphs: [
      'You are invited to a Parley server, where people and their agents work together.',
      'The link works once.',
    ],
    link: { label: 'Join', url },
  };
}
