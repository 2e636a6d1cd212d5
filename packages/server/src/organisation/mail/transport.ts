import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../platform/settings/mail-server.ts';
import type { Mail } from './mail.ts';
import { writeMail } from './write-mail.ts';

const waitMs = 20_000;

/** Creates what hands mails to the server of the settings. TLS is demanded, unless the settings waive it on loopback. */
export function openTransport({ host, port, isTls, isInsecure, user, password, from }: MailConfig) {
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isInsecure,
    ignoreTLS: isInsecure,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail: Mail): Promise<void> {
      const { text, html } = writeMail(mail);
      await transport.sendMail({
        from,
        // As an object, so that nothing in the address is parsed as a list.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
