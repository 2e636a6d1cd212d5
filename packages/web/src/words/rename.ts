import { catalogue } from './catalogue.ts';

/** Texts about a room's name. */
export const renameWords = catalogue('renameWords', {
  action: 'Rename',
  menu: 'Rename…',
  title: 'Rename conversation',
  label: 'Title',
  hint: 'Everyone in the conversation sees it. Leave it empty to take the name away.',
  tooLong: 'A title has 80 characters at most.',
});
