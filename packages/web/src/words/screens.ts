import { catalogue } from './catalogue.ts';

/** Texts shared by all screens. */
export const screenWords = catalogue('screenWords', {
  loading: 'Loading',
  tryAgain: 'Try again',
  conversations: 'Conversations',
  goOnWith: (room: string) => `Go on with ${room}`,
  talkWith: (room: string) => `Talk with ${room}`,
  nothingHere: 'There is nothing at this address',
  goHome: 'Go home',
});
