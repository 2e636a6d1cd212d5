import type * as english from '../retention.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const retentionWords: Translation<typeof english.retentionWords> = {
  label: 'Nachrichten aufbewahren',
  forEver: 'Für immer',
  asServer: 'So lange wie der Server',
  days: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  roomHint: 'Das gilt für alle hier. Eine kürzere Zeit beginnt in 24 Stunden und kann bis dahin zurückgenommen werden.',
  deletedAfter: (days) => `Nachrichten werden hier nach ${days === 1 ? '1 Tag' : `${days} Tagen`} gelöscht.`,
  next: (count, time) =>
    count === 1 ? `1 Nachricht wird am ${time} gelöscht.` : `${digits(count)} Nachrichten werden am ${time} gelöscht.`,

  title: 'Wie lange Nachrichten aufbewahrt werden',
  serverHint:
    'Ältere Nachrichten werden in jeder Unterhaltung endgültig gelöscht. Eine kürzere Zeit beginnt in 24 Stunden und kann bis dahin zurückgenommen werden. Wer eine Unterhaltung beginnt, kann für sie eine kürzere Zeit festlegen.',
  ask: (days) => `Nachrichten nach ${days === 1 ? '1 Tag' : `${days} Tagen`} löschen?`,
  askText:
    'In 24 Stunden beginnt das Löschen: Ältere Nachrichten sind dann für alle weg und lassen sich nicht zurückholen. Bis dahin kannst du das zurücknehmen.',
  set: 'Ältere Nachrichten löschen',
};

export const holdWords: Translation<typeof english.holdWords> = {
  title: 'Aufbewahrungssperren',
  hint: 'Was eine Person schrieb oder eine Unterhaltung enthält, wird weder nach Alter gelöscht noch ausgelöscht, solange eine Sperre darauf liegt. Was inzwischen gelöscht wird, sieht gelöscht aus und wird verschlüsselt aufbewahrt. Nur Administratoren sehen Sperren.',
  none: 'Es gibt keine Sperren.',
  place: 'Sperre setzen',
  target: 'Person oder Unterhaltung',
  targetHint: 'Ihre ID, die mit usr_ oder cnv_ beginnt. Die Adresse einer Unterhaltung enthält sie.',
  reason: 'Begründung',
  kinds: { user: 'Person', conversation: 'Unterhaltung' },
  since: (time) => `seit ${time}`,
  end: 'Beenden',
  endName: (id) => `Sperre von ${id} beenden`,
  endTitle: 'Diese Sperre beenden?',
  endText: 'Was inzwischen gelöscht wurde, wird ausgelöscht, und zu alte Nachrichten werden gelöscht.',
};
