import { catalogue } from './catalogue.ts';

/** What the platform says in rooms and on decisions. The server says it in English; another language reads the line back. */
export const platformWords = catalogue('platformWords', {
  /** Returns a text of the platform in the language of the app; a text that is no known line as it is. */
  said: (text: string) => text,
});
