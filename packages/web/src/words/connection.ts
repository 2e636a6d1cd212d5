import { catalogue } from './catalogue.ts';

/** Texts for failures without a message from the server. */
export const connectionFaultWords = catalogue('connectionFaultWords', {
  unreachable: 'Parley cannot be reached.',
  unreachableHint: 'Check your connection and try again.',
  notUnderstood: 'The server gave an answer that the app does not understand.',
  reconnecting: 'Reconnecting…',
});
