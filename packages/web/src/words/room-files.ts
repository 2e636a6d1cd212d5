import { catalogue } from './catalogue.ts';

/** Texts about the files of a room. */
export const roomFileWords = catalogue('roomFileWords', {
  title: 'Files',
  none: 'No files yet.',
  older: 'Show older files',
  loading: 'Loading the files',
  tryAgain: 'Try again',
});
