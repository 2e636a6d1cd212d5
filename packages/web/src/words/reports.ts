import { catalogue } from './catalogue.ts';

/** Texts about reports, for those who make them and for administrators. */
export const reportWords = catalogue('reportWords', {
  report: 'Report',
  titles: { message: 'Report a message', agent: 'Report an agent', user: 'Report a person' },
  hint: 'The administrators of this server see your name, the reason, and what a message says now.',
  reason: 'What is wrong?',
  send: 'Send the report',
  sent: 'The administrators have your report.',
  back: 'Back',
  title: 'Reports',
  about: 'What people reported. Reading what a message said is noted in the audit log.',
  none: 'Nobody has reported anything.',
  of: { message: 'A message', agent: 'An agent', user: 'A person' },
  states: { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed' },
  saidThen: 'What it said',
  at: (time: string) => `reported ${time}`,
  reporter: 'Who reported it',
  note: 'Note',
  noteHint: 'For other administrators.',
  resolve: 'Resolve',
  dismiss: 'Dismiss',
});
