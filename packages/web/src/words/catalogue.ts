import type { Translation } from './translation.ts';

/** Returns a catalogue in another language, by its name and its English entries. */
export type Translate = (name: string, english: unknown) => unknown;

let translate: Translate = (_, english) => english;

/**
 * Returns sentences of the app in the language that was installed: the English ones where none was. Its name is the name of the
 * exported constant, under which a language exports its own.
 */
export function catalogue<const Words>(name: string, english: Words): Translation<Words> {
  return translate(name, english) as Translation<Words>;
}

/** Makes later catalogues speak a language. Each catalogue asks once, when its module is loaded, so this comes before all of them. */
export function installLanguage(language: Translate): void {
  translate = language;
}
