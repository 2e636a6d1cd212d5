/** The kinds of mail. Each has its own limit for an address. */
export type MailKind = 'invitation' | 'reset' | 'verification' | 'notice';

/** A mail to one address, in plain sentences. */
export interface Mail {
  readonly kind: MailKind;
  /** One address, as `emailAddress` of the protocol accepts it. */
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A button, and in the text a line of its own. */
  readonly link: { readonly label: string; readonly url: string } | null;
}

/** At most so many an hour to an address; what is over is dropped. */
export const hourly: Readonly<Record<MailKind, number>> = { invitation: 20, reset: 5, verification: 20, notice: 20 };
