import type * as english from '../find.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const findWords: Translation<typeof english.findWords> = {
  title: 'Suche',
  field: 'Suchen',
  placeholder: 'Räume, Agenten, Personen, Nachrichten',
  rooms: 'Räume',
  agents: 'Agenten',
  allAgents: 'Agenten, mit denen du sprechen kannst',
  people: 'Personen',
  messages: 'Nachrichten',
  actions: 'Aktionen',
  talk: 'Sprechen',
  talkWith: (name) => `Mit ${name} sprechen`,
  write: 'Schreiben',
  writeTo: (name) => `An ${name} schreiben`,
  about: (name) => `Über ${name}`,
  more: 'Mehr anzeigen',
  found: (count, isAll) =>
    `${digits(count)}${isAll ? '' : ' oder mehr'} ${count === 1 && isAll ? 'Ergebnis' : 'Ergebnisse'}`,
  nothing: (words) => `Nichts gefunden für „${words}“.`,
  nothingYet: (words) => `Noch nichts gefunden für „${words}“. Ältere Nachrichten wurden nicht durchsucht.`,
  searchOn: 'Ältere Nachrichten durchsuchen',
  noAgents: 'Es gibt noch keinen Agenten, mit dem du sprechen kannst.',
  peopleHint: 'Personen findest du über ihren genauen Benutzernamen.',
  from: (author, room) => `${author} in ${room}`,
  yourself: 'Du',
  searching: 'Suche läuft…',

  newConversation: 'Neue Unterhaltung',
  goToInbox: 'Zum Eingang',
  goToAgents: 'Zu den Agenten',
  goToYou: 'Zu deinen Einstellungen',
  muteUntilTomorrow: (room) => `${room} bis morgen stummschalten`,
  muted: (room, time) => `${room} ist stumm bis ${time}.`,
  unmute: (room) => `Stummschaltung von ${room} aufheben`,
  unmuted: (room) => `${room} ist nicht mehr stumm.`,
  giveTask: (name) => `${name} eine Aufgabe geben`,
  deny: (action) => `Ablehnen: ${action}`,
  approve: (action) => `Freigeben… ${action}`,
};
