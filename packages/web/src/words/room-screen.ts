import { catalogue } from './catalogue.ts';

/** Texts for opening a room, or failing to. */
export const roomScreenWords = catalogue('roomScreenWords', {
  tryAgain: 'Try again',
  loading: 'Loading the conversation',
  gone: 'This conversation is not here',
  goneText: 'It was deleted, or you are not in it.',
  all: 'All conversations',
  notKept: 'This conversation cannot be read without a connection',
  notKeptText: 'It was not read in this browser lately. It opens by itself as soon as the connection is back.',
});
