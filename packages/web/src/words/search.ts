import { catalogue } from './catalogue.ts';

/** Texts of the search within a room. */
export const searchWords = catalogue('searchWords', {
  title: 'Search in this room',
  label: 'Search messages',
  close: 'Close search',
  none: (words: string) => `No message has “${words}”.`,
  searching: 'Searching…',
  noneYet: (words: string) => `No message has “${words}” yet. Older ones were not searched.`,
  searchOn: 'Search older messages',
  found: (count: number, isAll: boolean) =>
    `${count}${isAll ? '' : ' or more'} ${count === 1 && isAll ? 'message' : 'messages'} found`,
  more: 'Show more',
  results: 'Messages found',
  you: 'You',
});
