import type { Translate } from './catalogue.ts';

export type LanguageTag = 'en';

export interface Language {
  /** Its name in itself; null for a language that people cannot choose. */
  readonly name: string | null;
  readonly dir: 'ltr' | 'rtl';
  /** Fetches its catalogues. English is built in and has none. */
  readonly load: (() => Promise<Translate>) | null;
}

/** The languages of the app, by the tags that a page's `lang` takes. */
export const languages: Readonly<Record<LanguageTag, Language>> = {
  en: { name: 'English', dir: 'ltr', load: null },
};

/** Returns the language of a tag by its language part (`de-CH` is `de`); null if the app does not speak it. */
export function languageOf(tag: string): LanguageTag | null {
  const part = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return isLanguage(tag) ? tag : isLanguage(part) ? part : null;
}

function isLanguage(tag: string): tag is LanguageTag {
  return Object.hasOwn(languages, tag);
}
