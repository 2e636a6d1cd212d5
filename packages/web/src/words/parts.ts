import { catalogue } from './catalogue.ts';

/** Texts for a part of the app that fails to load. */
export const partWords = catalogue('partWords', {
  failed: 'That could not be opened. Reload the page and try again.',
  offline: 'That could not be opened: you are offline.',
});
