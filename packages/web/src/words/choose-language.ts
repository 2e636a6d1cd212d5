import { languageOf, languages } from './languages.ts';
import type { LanguageTag } from './languages.ts';

export interface Choice {
  readonly language: LanguageTag;
  /** The tag that dates and numbers are written in: the language, with a region if the person or the browser names one. */
  readonly locale: string;
}

const storageKey = 'parley-language';

/** Returns the language that this browser remembers, else the first of the browser's own that the app speaks, else English. */
export function chosenLanguage(): Choice {
  const asked = import.meta.env.DEV ? new URLSearchParams(window.location.search).get('language') : null;
  const kept = asked ?? localStorage.getItem(storageKey);
  const tags = [...(kept === null ? [] : [kept]), ...navigator.languages];
  const tag = tags.find((each) => languageOf(each) !== null) ?? 'en';
  const language = languageOf(tag) ?? 'en';
  const isRegional = tag !== language;
  const regional = isRegional ? tag : navigator.languages.find((each) => languageOf(each) === language);
  return { language, locale: regional ?? tag };
}

/**
 * Remembers the language of the person for the next page, and loads the page again if that changes what is shown. The language of a
 * contributor's test stays. Drafts are stored, so no words are lost.
 *
 * @param tag a language tag, in any language.
 */
export function speak(tag: string): void {
  const before = chosenLanguage();
  if (languages[before.language].name === null) return;
  if (remembers(tag) && chosenLanguage().locale !== before.locale) window.location.reload();
}

/** Returns the language tag of a new person: the one chosen in this browser, else the browser's own. */
export function ownTag(): string {
  return localStorage.getItem(storageKey) ?? navigator.language;
}

/** A browser that keeps nothing would load the page again for ever. */
function remembers(tag: string): boolean {
  try {
    localStorage.setItem(storageKey, tag);
    return true;
  } catch {
    return false;
  }
}
