import { installLanguage } from '../src/words/catalogue.ts';
import { pushWords } from '../src/words/de/pushes.ts';

declare const self: ServiceWorkerGlobalScope;

const catalogues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { de: { pushWords } };

/** The language of the worker, which its own address names. */
export const language = new URL(self.location.href).searchParams.get('language') ?? 'en';

// Before the modules with sentences are evaluated: the worker imports this one first.
installLanguage((name, english) => catalogues[language]?.[name] ?? english);
