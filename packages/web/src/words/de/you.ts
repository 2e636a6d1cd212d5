import type * as english from '../you.ts';
import type { Translation } from '../translation.ts';

export const youWords: Translation<typeof english.youWords> = {
  title: 'Du',
  sections: 'Deine Einstellungen',
  allSettings: 'Zurück zu „Du“',
  loading: 'Wird geladen',
  more: 'Ältere anzeigen',
  tryAgain: 'Noch einmal versuchen',
  save: 'Speichern',
  saved: 'Gespeichert',
  never: 'Nie',

  profile: 'Profil',
  name: 'Angezeigter Name',
  handle: 'Benutzername',
  handleHint: 'Darüber finden dich andere. Er bleibt, wie er ist.',
  timezone: 'Zeitzone',
  timezoneHint: 'Agenten erfahren sie, und Pläne werden in ihr gemacht.',
  locale: 'Sprache',
  tag: 'Sprachkürzel',
  tagHint: 'Wie en oder de-CH. Agenten erfahren es, und die App schreibt Datum und Zahlen danach.',

  quota: 'Was du benutzt',
  quotaNames: {
    agents: 'Agenten',
    rooms: 'Räume',
    asset_bytes: 'Dateien',
    event_streams: 'Offene Tabs und Programme',
    standing_grants: 'Dauerfreigaben',
  },
  mebibytes: (amount) => `${amount} MiB`,
  ofLimit: (used, limit) => `${used} von ${limit}`,

  wallet: 'Geldbörse',
  balance: 'Guthaben',
  ledger: 'Verlauf',
  ledgerColumns: ['Wann', 'Wofür', 'Münzen', 'Guthaben'],
  noEntries: 'Es hat sich noch nichts bewegt.',
  startingCoins: 'Startmünzen',
  fromPlatform: 'Parley',

  appearance: 'Aussehen',

  blocked: 'Blockierte Personen',
  blockedHint:
    'Sie können keine Unterhaltung mit dir beginnen und dich nicht hinzufügen, und du sie nicht. Gemeinsame Unterhaltungen gehen weiter. Sie erfahren nichts davon.',
  blockHandle: 'Benutzername der Person',
  block: 'Blockieren',
  unblock: 'Blockierung aufheben',
  unblockName: (name) => `Blockierung von ${name} aufheben`,
  noneBlocked: 'Du hast niemanden blockiert.',
  nobody: 'Niemand hat diesen Benutzernamen.',
  notYourself: 'Du kannst dich nicht selbst blockieren.',
  blockedSince: (time) => `blockiert am ${time}`,

  ways: 'Anderswo',
  permissions: 'Berechtigungen von Agenten',
  tasks: 'Aufgaben',
  guide: 'Handbuch für Entwickler',
  reference: 'API-Referenz',
};
