import { newId, type NoticeKind, type UserId } from '@parley/protocol';
import { findActiveAdmins, findVerifiedEmails } from '../../accounts/users/account-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { Work } from '../../platform/signals/work.ts';
import { mailNotice, type MailApp } from '../mail/mail-notice.ts';
import { insertNotices } from './notice-queries.ts';

/** Something that was done to accounts. `by` is null for the machine. */
export interface Deed {
  readonly kind: NoticeKind;
  readonly by: UserId | null;
}

/** Tells people what was done to their accounts: by a notice, and by mail where an address of theirs is verified. */
export async function tellOf(
  work: Work,
  app: MailApp & Pick<Core, 'clock'>,
  userIds: readonly UserId[],
  { kind, by }: Deed,
): Promise<void> {
  const now = app.clock.now();
  const told = [...new Set(userIds)];
  const rows = told.map((userId) => ({ noticeId: newId('notice', now), userId }));
  await insertNotices(work.tx, rows, { kind, by, at: new Date(now) });
  if (app.config.mail === null) return;
  for (const address of await findVerifiedEmails(work.tx, told)) await mailNotice(work, app, address, kind);
}

/** Tells all active administrators of a change of one, besides the people given. */
export async function tellAdminsOf(
  work: Work,
  app: MailApp & Pick<Core, 'clock'>,
  also: readonly UserId[],
  deed: Deed,
): Promise<void> {
  await tellOf(work, app, [...also, ...(await findActiveAdmins(work.tx))], deed);
}
