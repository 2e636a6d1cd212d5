import type * as english from '../crash.ts';
import type { Translation } from '../translation.ts';

export const crashWords: Translation<typeof english.crashWords> = {
  notice: 'In der App ist etwas schiefgegangen. Lade die Seite neu.',
  details: 'Einzelheiten',
  title: 'In der App ist ein Fehler aufgetreten',
  reload: 'Neu laden',
  hint: 'Lade die Seite neu, um weiterzumachen.',
};
