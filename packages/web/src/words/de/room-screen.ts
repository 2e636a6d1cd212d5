import type * as english from '../room-screen.ts';
import type { Translation } from '../translation.ts';

export const roomScreenWords: Translation<typeof english.roomScreenWords> = {
  tryAgain: 'Noch einmal versuchen',
  loading: 'Unterhaltung wird geladen',
  gone: 'Diese Unterhaltung ist nicht hier',
  goneText: 'Sie wurde gelöscht, oder du bist nicht dabei.',
  all: 'Alle Unterhaltungen',
  notKept: 'Diese Unterhaltung kann ohne Verbindung nicht gelesen werden',
  notKeptText:
    'Sie wurde in diesem Browser länger nicht gelesen. Sie öffnet sich von selbst, sobald die Verbindung wieder da ist.',
};
