import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts of a card that must be read before the decision. */
export const readingWords = catalogue('readingWords', {
  platform: 'What Parley knows',
  bound: (asker: string) => `What ${asker} wants, exactly`,
  inOwnWords: (asker: string) => `${asker} says about it, and it does not count`,
  showAll: (length: number) => `Show all ${digits(length)} characters`,
  whole: 'the whole value',
  unread: 'Approve waits until you have seen it all. Press it to go on.',
  unreadOptions: 'A choice waits until you have seen it all. Press one to go on.',
  costs: 'Costs',
  changed: 'changed',
  undo: 'Undo',
  booleans: { true: 'true', false: 'false' },
  became: ' → ',
});
