import { catalogue } from './catalogue.ts';

/** Texts about unsent messages and drafts. */
export const outboxWords = catalogue('outboxWords', {
  sending: 'Sending',
  notSentYet: 'Not sent yet.',
  offline: 'You are offline.',
  goesLater: 'It is sent as soon as the connection is back.',
  unreachable: 'Parley cannot be reached.',
  signedOut: 'It is sent when you have signed in again.',
  notSent: 'Not sent.',
  full: 'Too much is waiting to be sent.',
  fullHint: 'Wait until you are connected again, or remove some of it.',
  tooOld: 'It waited for more than a day.',
  tooOldHint: 'Send it again if it is still wanted.',
  failed: 'The message could not be sent.',
  retry: 'Retry',
  edit: 'Edit',
  remove: 'Remove',
  unsentTitle: 'Sign out and lose what is not sent?',
  unsentAction: 'Sign out and discard',
  unsent: (messages: number, drafts: number) =>
    [
      messages > 0 && `${messages} ${messages === 1 ? 'message is' : 'messages are'} not sent yet`,
      drafts > 0 && `${drafts} ${drafts === 1 ? 'draft' : 'drafts'} would be lost`,
    ]
      .filter(Boolean)
      .join(', and ') + '. Signing out removes what is not sent from this browser.',
});
