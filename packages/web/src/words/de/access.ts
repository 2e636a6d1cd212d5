import type * as english from '../access.ts';
import type { Translation } from '../translation.ts';

export const accessWords: Translation<typeof english.accessWords> = {
  sessions: 'Sitzungen',
  sessionsHint: 'Wo du angemeldet bist.',
  thisOne: 'Diese',
  signedIn: (time) => `angemeldet am ${time}`,
  lastUsed: (time) => `zuletzt benutzt am ${time}`,
  notUsed: 'noch nicht benutzt',
  signOutThere: 'Abmelden',
  signOutOf: (name) => `${name} abmelden`,
  signOutElsewhere: 'Überall sonst abmelden',
  signOutElsewhereTitle: 'Überall sonst abmelden?',
  signOutElsewhereText: 'In jedem anderen Browser musst du dich neu anmelden. Hier bleibst du angemeldet.',
  unknownDevice: 'Unbekannter Browser',
  on: (browser, system) => `${browser} auf ${system}`,

  tokens: 'Token',
  tokensHint:
    'Mit einem Token handelt ein Programm für dich: Es kann, was du kannst, aber nicht sich anmelden, dein Passwort ändern oder für dich entscheiden.',
  newToken: 'Token erstellen',
  cancel: 'Abbrechen',
  tokenName: 'Name',
  tokenNameHint: 'Wofür es ist.',
  expires: 'Läuft ab',
  expiries: { '7': 'In 7 Tagen', '30': 'In 30 Tagen', '90': 'In 90 Tagen', '365': 'In einem Jahr', never: 'Nie' },
  expiresAt: (time) => `läuft ab am ${time}`,
  expiredAt: (time) => `abgelaufen am ${time}`,
  noExpiry: 'läuft nicht ab',
  shownOnce: 'Dieses Token wird nur jetzt angezeigt.',
  copyNow: 'Kopiere es jetzt; Parley kann es nicht noch einmal anzeigen.',
  copyToken: 'Token kopieren',
  copied: 'Ich habe es kopiert',
  noTokens: 'Du hast keine Token.',
  revoke: 'Widerrufen',
  revokeName: (name) => `${name} widerrufen`,
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeText:
    'Was es benutzt, wird ab jetzt abgewiesen, und seine offenen Verbindungen werden geschlossen. Auch die Zugangsdaten von Agenten, die es erstellt hat, werden widerrufen.',
  keepCredentials: 'Die Zugangsdaten behalten, die es erstellt hat',

  password: 'Passwort',
  passwordHint:
    'Ein neues Passwort beendet alle deine anderen Sitzungen und alle Token und widerruft die Zugangsdaten von Agenten, die Token erstellt haben.',
  keepAllCredentials: 'Die Zugangsdaten behalten, die Token erstellt haben',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  nextHint: 'Mindestens 10 Zeichen.',
  change: 'Passwort ändern',
  changed: 'Das Passwort ist geändert. Deine anderen Sitzungen und deine Token sind beendet.',
};
