import { isLoopback } from './loopback.ts';
import { Unfit, type Parser } from './settings.ts';

/** The server that takes mails, without a sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted from its start; otherwise by STARTTLS, which is demanded. */
  readonly isTls: boolean;
  /** No encryption at all: for a mail server on this machine. */
  readonly isInsecure: boolean;
  readonly user: string | null;
  readonly password: string | null;
}

/** The mail server and the sender of the settings. */
export interface MailConfig extends MailServer {
  readonly from: string;
}

const form = 'is an address such as smtps://user:password@mail.example.org or smtp://mail.example.org:587';

/** Reads `PARLEY_SMTP_URL`. `?insecure=1` waives encryption, on loopback alone. */
export const mailServer: Parser<MailServer> = (given) => {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw new Unfit(form);
  const isInsecure = url.searchParams.get('insecure') === '1';
  if (isInsecure && !isLoopback(url.hostname))
    throw new Unfit('may have insecure=1 for a mail server on this machine alone');
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    isInsecure: isInsecure && !isTls,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
  };
};

/** Reads `PARLEY_MAIL_FROM`: an address, or a name and an address in angle brackets. */
export const sender: Parser<string> = (given) => {
  const address = String.raw`[^\s"'<>,@]+@[^\s"'<>,@]+`;
  if (new RegExp(`^(${address}|[^"<>,@\\r\\n]{1,80}<${address}>)$`).test(given)) return given;
  throw new Unfit('is an address, such as Parley <parley@example.org>');
};
