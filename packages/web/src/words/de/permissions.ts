import type * as english from '../permissions.ts';
import type { Translation } from '../translation.ts';

export const permissionWords: Translation<typeof english.permissionWords> = {
  asksForNothing: (name) => `${name} bittet um keine Berechtigungen.`,
  granted: 'erteilt',
  notGranted: 'nicht erteilt',
  uses: (uses) => (uses === 0 ? 'nie benutzt' : uses === 1 ? 'einmal benutzt' : `${uses}-mal benutzt`),
  last: 'zuletzt',
  anAgent: 'Ein Agent',
  block: 'Blockieren',
  unblock: 'Blockierung aufheben',
  blocked: 'Blockiert: hört nichts von dir und kann nicht für dich handeln.',
  mute: 'Stummschalten',
  unmute: 'Stummschaltung aufheben',
  muted: 'Stumm',
  mutedUntil: (time) => `Stumm bis ${time}`,
  mutes: {
    off: 'Nicht stumm',
    hour: 'Für 1 Stunde',
    tomorrow: 'Bis morgen',
    date: 'Bis zu einem Datum',
    good: 'Bis ich es aufhebe',
  },
  until: 'Stumm bis',
  muteThen: 'Bis dahin stummschalten',
  notify: 'Mitteilungen über',
  leave: (rooms) => (rooms === 1 ? 'Raum verlassen…' : `${rooms} Räume verlassen…`),
  leaveTitle: (rooms, name) =>
    rooms === 1 ? `Den Raum mit ${name} verlassen?` : `Alle ${rooms} Räume mit ${name} verlassen?`,
  leaveAction: 'Verlassen',
  leaveBody: 'Du siehst nicht mehr, was dort gesagt wird. Nur jemand, der bleibt, kann dich wieder hinzufügen.',
};

export const permissionPageWords: Translation<typeof english.permissionPageWords> = {
  title: 'Berechtigungen',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Berechtigungen werden geladen',
  none: 'Du kennst noch keine Agenten',
  noneText: 'Hier wird stehen, was du ihnen erlaubst.',
};
