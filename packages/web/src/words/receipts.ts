import { catalogue } from './catalogue.ts';

/** Texts of an approval's receipt. */
export const receiptWords = catalogue('receiptWords', {
  title: 'Receipt',
  tryAgain: 'Try again',
  loading: 'Loading the receipt',
  decision: 'Decision',
  approved: 'Approved',
  denied: 'Denied',
  decided: 'Decided',
  outcome: 'Outcome',
  tool: 'Tool',
  scope: 'Scope',
  option: 'Option',
  proposed: 'Arguments as proposed, SHA-256',
  arguments: 'Arguments, SHA-256',
  grant: 'Permission that lasts',
  signature: 'Signature, Ed25519',
  signed: 'Signed by this server. Its keys are at {keys}.',
  copyLabel: 'Copy the receipt as JSON',
  copy: 'Copy as JSON',
  notYet: 'Has not run yet',
  notRun: 'Not run',
  failed: 'Failed',
  done: 'Done',
  doneAt: (time: string) => `Done, ${time}`,
});
