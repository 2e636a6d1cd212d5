import { findByIdentifier } from '../../accounts/users/account-queries.ts';
import { mayUsePassword } from '../../accounts/users/may-use-password.ts';
import type { Core } from '../../platform/routing/core.ts';
import { makeLink } from '../links/make-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mailWords } from '../mail/words.ts';
import { resetMs } from './make-reset-link.ts';

/**
 * Mails a link for a new password to the address that a person has verified. Does nothing if there is no such person or
 * address. The caller does not wait for it, so that the time of its answer tells nothing.
 */
export async function mailReset(
  app: Pick<Core, 'storage' | 'commit' | 'clock' | 'config' | 'secrets'>,
  identifier: string,
): Promise<void> {
  if (app.config.mail === null) return;
  const found = await findByIdentifier(app.storage.db, identifier);
  if (found === null || found.disabled_at !== null || found.is_demo || !found.email_verified) return;
  if (!mayUsePassword(app.config, found)) return;
  const { user_id: userId, email, locale } = found;
  const { label, ...words } = mailWords(locale).reset;
  if (email === null) return;
  await app.commit(async (work) => {
    const { token } = await makeLink(work.tx, { kind: 'reset', userId, nowMs: app.clock.now(), lastsMs: resetMs });
    await queueMail(work, app, {
      kind: 'reset',
      to: email,
      ...words,
      link: { label, url: `${app.config.baseUrl ?? ''}/reset#${token}` },
    });
  });
}
