import type * as english from '../code.ts';
import type { Translation } from '../translation.ts';

export const codeWords: Translation<typeof english.codeWords> = {
  code: 'Code',
  codeIn: (language) => `Code, ${language}`,
  copy: 'Code kopieren',
  less: 'Weniger anzeigen',
  all: (lines) => `Alle ${lines} Zeilen anzeigen`,
  table: 'Tabelle',
  ticked: 'Erledigt:',
  unticked: 'Nicht erledigt:',
};
