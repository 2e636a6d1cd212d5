import type * as english from '../media.ts';
import type { Translation } from '../translation.ts';

export const mediaWords: Translation<typeof english.mediaWords> = {
  sizes: ['B', 'KB', 'MB', 'GB', 'TB'],
  file: 'Datei',
  fileKinds: {
    picture: 'Bild',
    sound: 'Ton',
    pdf: 'PDF',
    archive: 'Archiv',
    table: 'Tabelle',
    code: 'Code',
    text: 'Text',
  },

  picture: 'Bild',
  showPicture: 'Das ganze Bild anzeigen',
  showInFull: (alt) => `Ganz anzeigen: ${alt}`,
  save: 'Speichern',
  missing: 'Ein Bild, das nicht geladen werden konnte',
  missingText: 'Dieses Bild konnte nicht geladen werden.',
  missingNamed: (alt) => `${alt} (konnte nicht geladen werden)`,

  sound: 'Ton',
  film: 'Film',
  withLength: (kind, length) => `${kind}, ${length}`,
  noSound: 'Dieser Ton kann hier nicht abgespielt werden.',
  noFilm: 'Dieser Film kann hier nicht abgespielt werden.',
  playElsewhere: '{save}, um die Datei anderswo abzuspielen.',
  saveIt: 'Speichere sie',
};
