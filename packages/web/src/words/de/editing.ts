import type * as english from '../editing.ts';
import type { Translation } from '../translation.ts';

export const editingWords: Translation<typeof english.editingWords> = {
  edit: 'Bearbeiten',
  remove: 'Löschen',
  removed: 'Nachricht gelöscht.',
  undo: 'Rückgängig',
  removeOffline: 'Du bist offline, darum wurde nichts gelöscht.',
  notRemoved: (reason) => `Die Nachricht wurde nicht gelöscht. ${reason}`,
  field: 'Nachricht bearbeiten',
  save: 'Speichern',
  cancel: 'Abbrechen',
  keys: 'Enter speichert, Esc verlässt.',
  left: (count) => `noch ${count}`,
  tooMany: (count) => `${count} zu viel`,
  empty: 'Ein leerer Text kann nicht gespeichert werden. Um die Nachricht zu entfernen, lösche sie.',
  offline: 'Du bist offline. Dein Text bleibt hier; speichere ihn, wenn die Verbindung wieder da ist.',
  unreachable:
    'Nicht gespeichert: Parley ist nicht erreichbar. Dein Text bleibt hier; speichere ihn noch einmal, wenn die Verbindung wieder da ist.',
  windowOver: (hours) =>
    `Nicht gespeichert: Eine Nachricht kann ${hours} Stunden lang bearbeitet werden, und diese Zeit ist vorbei.`,
  limitReached: (most) =>
    `Nicht gespeichert: Eine Nachricht kann ${most}-mal bearbeitet werden, und diese wurde es schon.`,
  notAllowed: 'Nicht gespeichert: Diese Nachricht kann nicht bearbeitet werden.',
  gone: 'Diese Nachricht wurde inzwischen gelöscht. Kopiere deinen Text, bevor du gehst, wenn du ihn noch brauchst.',
  notSaved: (reason) => `Nicht gespeichert. ${reason}`,
  versions: 'Versionen dieser Nachricht',
  loading: 'Versionen werden geladen',
  tryAgain: 'Noch einmal versuchen',
  original: 'Original',
  version: (revision) => `Bearbeitung ${revision}`,
  now: 'Aktuelle Version',
  noText: 'Kein Text',
  legend: 'Entfernte Wörter sind durchgestrichen, hinzugefügte unterstrichen.',
  removedWords: 'entfernt:',
  addedWords: 'hinzugefügt:',
  end: 'Ende der Änderung.',
};
