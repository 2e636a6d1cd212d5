import { catalogue } from './catalogue.ts';

/** Texts about exports of a person's data, and about erasing it. */
export const yourDataWords = catalogue('yourDataWords', {
  title: 'Your data',
  exports: 'Export',
  exportsHint:
    'A zip file with your profile, the messages that you may read, your files, approvals, coins and agents. It is kept for 7 days.',
  ask: 'Ask for an export',
  none: 'No exports yet.',
  states: { running: 'Being made', ready: 'Ready', failed: 'Failed' },
  download: 'Download',
  until: (time: string) => `kept until ${time}`,
  kibibytes: (amount: string) => `${amount} KiB`,
  mebibytes: (amount: string) => `${amount} MiB`,
  loading: 'Loading',
  tryAgain: 'Try again',

  erase: 'Erase your account',
  eraseHint:
    'Everything that you said and own goes for good: messages, files, agents, tasks, permissions and coins. Others see “Deleted person”. ' +
    'Nothing stops or undoes it. What you approved stays as a signed receipt, without its content.',
  eraseIt: 'Erase my account…',
  eraseTitle: 'Erase your account?',
  confirmHandle: (handle: string) => `Type your username, ${handle}`,
  cancel: 'Cancel',
  eraseNow: 'Erase for good',
});

/** The same for administrators, about another person. */
export const personDataWords = catalogue('personDataWords', {
  title: 'Data',
  exportHint: 'The person is told, and can download it too. You can download it 24 hours after you asked.',
  released: (time: string) => `You can download it from ${time}`,
  erase: 'Erase…',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseText:
    'Everything that this person said and owns goes for good, and they can do nothing any more. Nothing stops or undoes it. Receipts and the ' +
    'audit log stay.',
  confirmHandle: (handle: string) => `Type their username, ${handle}`,
});
