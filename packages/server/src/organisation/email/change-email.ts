import type { UserId } from '@parley/protocol';
import { findAccount, setVerifiedEmail } from '../../accounts/users/account-queries.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { deleteLinksOf, findLink, takeLink } from '../links/link-queries.ts';
import { makeLink } from '../links/make-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { MailWords } from '../mail/mail-words.ts';
import { mailWords } from '../mail/words.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsers, lockUser } from '../../accounts/users/queries.ts';

type EmailApp = Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>;

const verifyMs = 24 * 3_600_000;

/** Mails a link to an address that a person says is theirs. A later call replaces the link of an earlier one. */
export async function askEmail(app: EmailApp, userId: UserId, email: string): Promise<void> {
  if (app.config.mail === null) refuse('mail_not_configured');
  await app.commit(async (work) => {
    const { label, ...words } = (await wordsFor(work.tx, userId)).verification;
    await deleteLinksOf(work.tx, userId, ['email']);
    const { token } = await makeLink(work.tx, {
      kind: 'email',
      userId,
      email,
      nowMs: app.clock.now(),
      lastsMs: verifyMs,
    });
    await queueMail(work, app, {
      kind: 'verification',
      to: email,
      ...words,
      link: { label, url: `${app.config.baseUrl ?? ''}/verify#${token}` },
    });
  });
}

/**
 * Makes an address a person's own, by the link that was mailed there and in a session of the person who asked. The
 * address that was verified until then gets a mail.
 */
export async function verifyEmail(app: EmailApp, userId: UserId, token: string): Promise<void> {
  const hash = hashToken(token);
  const now = new Date(app.clock.now());
  await app.commit(async (work) => {
    const { tx, audit } = work;
    // Whoever ends all links of the person has this lock too.
    await lockUser(tx, userId);
    // Looked at before it is used up: another person who opens the link must not spend it.
    if ((await findLink(tx, 'email', hash, now))?.user_id !== userId) return refuse('reset_invalid');
    const email = (await takeLink(tx, 'email', hash, now))?.email ?? refuse('reset_invalid');
    const before = await findAccount(tx, userId);
    if (!(await setVerifiedEmail(tx, userId, email))) return refuse('email_taken');
    // A link for a new password may lie in the mailbox of the address that was verified until now.
    await deleteLinksOf(tx, userId, ['reset']);
    await audit('email.verified');
    if (before.email === null || !before.email_verified || before.email === email) return;
    await queueMail(work, app, {
      kind: 'notice',
      to: before.email,
      ...(await wordsFor(tx, userId)).otherEmail,
      link: null,
    });
  });
}

async function wordsFor(tx: Tx, userId: UserId): Promise<MailWords> {
  const [person] = await findUsers(tx, [userId]);
  return mailWords(person?.locale ?? 'en');
}
