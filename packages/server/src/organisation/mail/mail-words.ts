import type { NoticeKind } from '@parley/protocol';
import type { Mail } from './mail.ts';

type Texts = Pick<Mail, 'subject' | 'paragraphs'>;
type LinkTexts = Texts & { readonly label: string };

/** The sentences of all mails. */
export interface MailWords {
  readonly invitation: LinkTexts;
  readonly reset: LinkTexts;
  readonly verification: LinkTexts;
  readonly otherEmail: Texts;
  /** The subject and the last sentence of a notice; its first is one of `notices`. */
  readonly notice: { readonly subject: string; readonly unexpected: string };
  readonly notices: Readonly<Record<NoticeKind, string>>;
}
