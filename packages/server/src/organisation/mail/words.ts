import type { MailWords } from './mail-words.ts';
import { german } from './words-de.ts';
import { english } from './words-en.ts';

/** Returns the sentences of mails in the language of a person's tag (`de-CH` is German), else in English. */
export function mailWords(locale: string): MailWords {
  return locale.split('-', 1)[0]?.toLowerCase() === 'de' ? german : english;
}
