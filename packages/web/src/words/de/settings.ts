import type * as english from '../settings.ts';
import type { Translation } from '../translation.ts';

export const settingsWords: Translation<typeof english.settingsWords> = {
  title: 'Einstellungen',
  hint: 'Sie gelten innerhalb von 5 Sekunden auf jedem Server.',
  names: {
    signup: 'Wer sich registrieren darf',
    agentApproval: 'Neue Agenten warten auf Freigabe',
    passwordSignIn: 'Anmeldung mit Passwort',
    startingCoins: 'Münzen einer neuen Person',
    agents: 'Agenten einer Person',
    rooms: 'Unterhaltungen, die eine Person beginnt',
    asset_bytes: 'Bytes der Dateien einer Person',
    event_streams: 'Offene Verbindungen einer Person',
  },
  values: {
    open: 'Alle',
    invite: 'Personen mit einer Einladung',
    closed: 'Niemand',
    on: 'An',
    off: 'Aus',
  },
  fixed: (variable) => `Die Umgebung legt es fest: ${variable}.`,
  sources: { default: 'Der Standard', environment: 'Aus der Umgebung', admin: 'Von einem Administrator gesetzt' },
  save: 'Speichern',
  saveName: (name) => `Speichern: ${name}`,
  back: 'Zurück zum Standard',
  backName: (name) => `Zurück zum Standard: ${name}`,
  saved: 'Gespeichert',

  announcement: 'Ankündigung',
  announcementHint:
    'Alle lesen sie oben in der App und auf der Seite zum Anmelden, bis sie endet oder ausgeblendet wird.',
  text: 'Text',
  until: 'Bis',
  announce: 'Ankündigen',
  takeBack: 'Zurücknehmen',

  environment: 'Die Umgebung',
  environmentHint:
    'Diese Variablen werden beim Start eines Servers gelesen. Werte, die Zugangsdaten enthalten, werden nicht angezeigt.',
  none: '–',
  set: 'gesetzt',
};
