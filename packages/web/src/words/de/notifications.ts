import type * as english from '../notifications.ts';
import type { Translation } from '../translation.ts';

export const notificationWords: Translation<typeof english.notificationWords> = {
  title: 'Mitteilungen',
  hint: 'Dieser Browser kann dir Bescheid geben, wenn etwas auf dich wartet, während Parley geschlossen ist. Eine Mitteilung nennt den Raum und nie, was gesagt wurde.',
  on: 'Mitteilungen sind in diesem Browser an.',
  off: 'Mitteilungen sind in diesem Browser aus.',
  turnOn: 'Mitteilungen einschalten',
  turnOff: 'Mitteilungen ausschalten',
  denied:
    'Dieser Browser erlaubt Parley keine Mitteilungen. Erlaube sie in den Einstellungen des Browsers für diese Seite und versuche es noch einmal.',
  unsupported: 'Dieser Browser kann keine Mitteilungen anzeigen.',
  failed: 'Dieser Browser konnte nicht für Mitteilungen angemeldet werden.',
  quiet: 'Ruhezeiten',
  quietHint:
    'Zwischen diesen Zeiten bleibt dieser Browser still. Was auf deine Entscheidung wartet, wird ohne Ton angezeigt.',
  quietOn: 'Zu bestimmten Zeiten still sein',
  from: 'Von',
  to: 'Bis',
  rooms: 'Räume',
  agents: 'Agenten',
  levelOf: (name) => `Mitteilungen von ${name}`,
  levelsHint: 'Von einem Raum und seinem Agenten zählt die leisere Stufe.',
  noRooms: 'Du hast noch keine Räume.',
};
