import { readAhead } from './api/read-ahead.ts';
import { installLanguage } from './words/catalogue.ts';
import { chosenLanguage } from './words/choose-language.ts';
import { languages } from './words/languages.ts';
import { setLocale } from './words/locale.ts';

// The app's first module: prefetches the page's data while the code that shows it is loading.
readAhead(window.location.pathname);
const { language, locale } = chosenLanguage();
const { dir, load } = languages[language];
if (load === null) begin(locale);
else
  void load().then(
    (catalogues) => {
      installLanguage(catalogues);
      document.documentElement.lang = language;
      document.documentElement.dir = dir;
      begin(locale);
    },
    // Without its sentences the app speaks English.
    () => begin('en'),
  );

/** Loads the app. Its modules read their sentences while they load, so the language is there before. */
function begin(tag: string): void {
  setLocale(tag);
  if (window.location.pathname.startsWith('/c/')) void import('./screens/room-screen.tsx').catch(() => undefined);
  void import('./main.tsx');
}
