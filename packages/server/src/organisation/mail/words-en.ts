import type { MailWords } from './mail-words.ts';

const unexpected = 'If you did not expect this, ask an administrator of the server.';

/** The sentences of mails in English. */
export const english: MailWords = {
  invitation: {
    subject: 'Parley: an invitation',
    paragraphs: [
      'You are invited to a Parley server, where people and their agents work together.',
      'The link works once.',
    ],
    label: 'Join',
  },
  reset: {
    subject: 'Parley: set a new password',
    paragraphs: [
      'Somebody asked for a new password for your account.',
      'The link works once, for 24 hours. If it was not you, do nothing: your password stays as it is.',
    ],
    label: 'Set a new password',
  },
  verification: {
    subject: 'Parley: verify your mail address',
    paragraphs: [
      'Somebody said that this is the address of their account. If it was you, open the link in the browser in which you are signed in.',
      'The link works once, for 24 hours. If it was not you, do nothing.',
    ],
    label: 'Verify the address',
  },
  otherEmail: {
    subject: 'Parley: your account has another mail address',
    paragraphs: ['Your account has another mail address now, and this one is not used any more.', unexpected],
  },
  notice: { subject: 'Parley: a change of your account', unexpected },
  notices: {
    reset_link_made: 'An administrator made a link by which a new password can be set for your account.',
    email_set: 'An administrator, or the directory of your organisation, changed the mail address of your account.',
    role_changed: 'Somebody was made an administrator, or is none any more.',
    export_asked: 'An administrator asked for an export of your data. They can download it a day later.',
    recovered: 'Somebody used a recovery link that was made at the machine of the server, and is an administrator now.',
    identity_linked: 'A way of signing in was linked to your account.',
    agent_transferred: 'An administrator gave an agent another owner.',
  },
};
