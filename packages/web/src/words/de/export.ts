import type * as english from '../export.ts';
import type { Translation } from '../translation.ts';

export const exportWords: Translation<typeof english.exportWords> = {
  menu: 'Exportieren…',
  title: 'Export',
  about: 'Speichert alles, was du hier bis jetzt lesen darfst, als eine Datei.',
  md: 'Text (.md)',
  json: 'Daten (.json)',
};
