import type { Translate } from './catalogue.ts';

export type LanguageTag = 'en' | 'de' | 'ar-XB';

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
  de: { name: 'Deutsch', dir: 'ltr', load: async () => from(await import('./de/index.ts')) },
  'ar-XB': { name: null, dir: 'rtl', load: async () => (await import('./ar-XB/index.ts')).pseudo },
};

/** Returns the language of a tag by its language part (`de-CH` is `de`); null if the app does not speak it. */
export function languageOf(tag: string): LanguageTag | null {
  const part = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return isLanguage(tag) ? tag : isLanguage(part) ? part : null;
}

/** A catalogue that a language does not have stays English. */
function from(catalogues: Readonly<Record<string, unknown>>): Translate {
  return (name, english) => catalogues[name] ?? english;
}

function isLanguage(tag: string): tag is LanguageTag {
  return Object.hasOwn(languages, tag);
}
