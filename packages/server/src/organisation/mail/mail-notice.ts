import type { NoticeKind } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Work } from '../../platform/signals/work.ts';
import { queueMail } from './queue-mail.ts';

export type MailApp = Pick<Core, 'config' | 'secrets' | 'clock'>;

const sentences: Readonly<Record<NoticeKind, string>> = {
  reset_link_made: 'An administrator made a link by which a new password can be set for your account.',
  email_set: 'An administrator, or the directory of your organisation, changed the mail address of your account.',
  role_changed: 'Somebody was made an administrator, or is none any more.',
  export_asked: 'An administrator asked for an export of your data. They can download it a day later.',
  recovered: 'Somebody used a recovery link that was made at the machine of the server, and is an administrator now.',
  identity_linked: 'A way of signing in was linked to your account.',
  agent_transferred: 'An administrator gave an agent another owner.',
};

/** Queues a mail about what was done to an account. */
export async function mailNotice(work: Work, app: MailApp, to: string, kind: NoticeKind): Promise<void> {
  await queueMail(work, app, {
    kind: 'notice',
    to,
    subject: 'Parley: a change of your account',
    paragraphs: [sentences[kind], 'If you did not expect this, ask an administrator of the server.'],
    link: null,
  });
}
