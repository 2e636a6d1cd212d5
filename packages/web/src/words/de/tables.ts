import type * as english from '../tables.ts';
import type { Translation } from '../translation.ts';

export const tableWords: Translation<typeof english.tableWords> = {
  caption: (columns) => `Tabelle: ${columns}`,
  rows: (count) => (count === 0 ? 'Keine Zeilen' : count === 1 ? '1 Zeile' : `${count} Zeilen`),
  copy: 'Als CSV kopieren',
  unnamed: 'Zeile',
};
