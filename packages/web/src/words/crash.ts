import { catalogue } from './catalogue.ts';

/** Texts for an error in the app itself. */
export const crashWords = catalogue('crashWords', {
  notice: 'Something went wrong in the app. Reload the page.',
  details: 'Details',
  title: 'The app ran into an error',
  reload: 'Reload',
  hint: 'Reload the page to go on.',
});
