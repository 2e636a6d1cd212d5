import type * as english from '../panel.ts';
import type { Translation } from '../translation.ts';

export const panelWords: Translation<typeof english.panelWords> = {
  about: (name) => `Über ${name}`,
  permissions: 'Berechtigungen',
  allPermissions: 'Alle Berechtigungen',
  now: 'Jetzt',
  settings: 'Einstellungen des Raums',
  idle: (name) => `${name} tut hier gerade nichts.`,
  answering: (name) => `${name} antwortet`,
  toAnswer: (name) => `${name} hat noch nicht geantwortet`,
  stop: 'Anhalten',
  stopAnswer: (name) => `Antwort von ${name} anhalten`,
  tasks: 'Offene Aufgaben',
  allTasks: 'Alle Aufgaben',
  schedules: 'Zeitpläne',
  cancelTask: (title) => `Aufgabe ${title} abbrechen`,
  cancel: 'Abbrechen',
  keepTask: 'Behalten',
  cancelForGood: 'Aufgabe abbrechen',
  endSchedule: (text) => `Zeitplan ${text} beenden`,
  end: 'Beenden',
  next: 'Nächstes Mal:',
  notKnown: (name) => `Ob ${name} erreichbar ist, ist ohne Verbindung nicht bekannt.`,
  blocked: (name) => `Du hast ${name} blockiert. Er hört nichts von dir und kann nicht für dich handeln.`,
};

export const standingWords: Translation<typeof english.standingWords> = {
  live: (name) => `${name} ist erreichbar.`,
  paused: (name) => `${name} wurde vom Besitzer angehalten.`,
  deleted: (name) => `${name} ist weg. Es kommt keine Antwort.`,
};
