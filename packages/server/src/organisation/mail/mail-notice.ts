import type { NoticeKind } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Work } from '../../platform/signals/work.ts';
import { queueMail } from './queue-mail.ts';
import { mailWords } from './words.ts';

export type MailApp = Pick<Core, 'config' | 'secrets' | 'clock'>;

/** Queues a mail about what was done to an account, in its person's language. */
export async function mailNotice(
  work: Work,
  app: MailApp,
  { to, locale }: { readonly to: string; readonly locale: string },
  kind: NoticeKind,
): Promise<void> {
  const { notice, notices } = mailWords(locale);
  await queueMail(work, app, {
    kind: 'notice',
    to,
    subject: notice.subject,
    paragraphs: [notices[kind], notice.unexpected],
    link: null,
  });
}
