import type * as english from '../rename.ts';
import type { Translation } from '../translation.ts';

export const renameWords: Translation<typeof english.renameWords> = {
  action: 'Umbenennen',
  menu: 'Umbenennen…',
  title: 'Unterhaltung umbenennen',
  label: 'Titel',
  hint: 'Alle in der Unterhaltung sehen ihn. Lass das Feld leer, um den Namen zu entfernen.',
  tooLong: 'Ein Titel hat höchstens 80 Zeichen.',
};
