import type * as english from '../server.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const serverWords: Translation<typeof english.serverWords> = {
  title: 'Server',
  pages: 'Seiten des Servers',
  loading: 'Wird geladen',
  more: 'Mehr anzeigen',
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  roles: { member: 'Mitglied', admin: 'Administrator' },
  statuses: { active: 'Aktiv', disabled: 'Deaktiviert', erasing: 'Wird ausgelöscht', erased: 'Ausgelöscht' },
  you: 'du',
};

export const peopleWords: Translation<typeof english.peopleWords> = {
  title: 'Personen',
  search: 'Personen suchen',
  searchHint: 'Name, Benutzername oder E-Mail',
  role: 'Rolle',
  status: 'Zustand',
  any: 'Alle',
  none: 'Niemand passt.',
  found: (count, isAll) =>
    `${digits(count)}${isAll ? '' : ' oder mehr'} ${count === 1 && isAll ? 'Person' : 'Personen'} gefunden`,
  neverSeen: 'nie hier',
  lastSeen: (time) => `zuletzt hier: ${time}`,
  keys: 'J und K gehen nach unten und oben, / geht zur Suche.',
};

export const personWords: Translation<typeof english.personWords> = {
  all: 'Alle Personen',
  facts: 'Über dieses Konto',
  since: 'Registriert',
  seen: 'Zuletzt hier',
  never: 'nie',
  signIn: 'Meldet sich an mit',
  byPassword: 'Passwort',
  byPasskeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  byNothing: 'nichts',
  roleSource: 'Rolle vergeben von',
  roleSources: (source) => (source === 'manual' ? 'einem Administrator' : source),
  externalId: 'Verzeichnis-ID',
  conversations: 'Unterhaltungen',
  agents: 'Agenten',
  files: 'Dateien',
  mebibytes: (amount) => `${amount} MiB`,

  profile: 'Name und Adresse',
  name: 'Name',
  email: 'E-Mail-Adresse',
  verified: 'Von der Person bestätigt.',
  notVerified: 'Nicht bestätigt.',
  emailHint: 'Eine Adresse, die du setzt, ist nicht bestätigt.',
  save: 'Speichern',
  saved: 'Gespeichert',

  role: 'Rolle',
  roleText: 'Administratoren verwalten die Personen dieses Servers. Sie sehen nicht, was Personen einander schreiben.',
  makeAdmin: 'Zum Administrator machen',
  makeMember: 'Rolle zurücknehmen',
  stepDown: 'Als Administrator zurücktreten',
  stepDownTitle: 'Als Administrator zurücktreten?',
  stepDownText: 'Du verlierst diesen Bereich sofort. Ein anderer Administrator muss dich wieder zu einem machen.',

  reset: 'Vergessenes Passwort',
  resetText:
    'Ein Link, mit dem die Person ein neues Passwort festlegt. Er gilt einmal, 24 Stunden lang; die Person erfährt, dass du ihn erstellt hast.',
  makeReset: 'Link für ein neues Passwort erstellen',
  resetMade: 'Ein Link für ein neues Passwort',

  access: 'Zugang',
  endSessions: 'Alle Sitzungen beenden',
  endSessionsTitle: (name) => `${name} überall abmelden?`,
  endSessionsText:
    'Alle Sitzungen und Token enden, mit ihren Verbindungen und Mitteilungen. Die Zugangsdaten von Agenten, die die Token erstellt haben, werden widerrufen.',
  ended: 'Alle Sitzungen und Token sind beendet.',
  disable: 'Deaktivieren',
  disableTitle: (name) => `${name} deaktivieren?`,
  disableText:
    'Sitzungen und Token enden, Agenten werden gesperrt, offene Freigaben verfallen, Dauerfreigaben werden widerrufen und Zeitpläne gelöscht. Was gesagt wurde, bleibt. Das Aktivieren bringt die Anmeldung und die Agenten zurück, sonst nichts.',
  enable: 'Aktivieren',
  enableText:
    'Deaktivierte Personen können sich nicht anmelden. Das Aktivieren lässt sie sich wieder anmelden und hebt die Sperre ihrer Agenten auf.',
  gone: 'Dieses Konto ist ausgelöscht oder wird es gerade. Daran kann nichts geändert werden.',
};

export const invitationWords: Translation<typeof english.invitationWords> = {
  title: 'Einladungen',
  hint: 'Eine Einladung ist ein Link, mit dem eine Person sich einmal registrieren kann.',
  make: 'Einladen',
  none: 'Noch keine Einladungen.',
  email: 'E-Mail-Adresse',
  emailHint: 'Kann leer bleiben. Sie wird die Adresse des Kontos.',
  role: 'Rolle',
  days: 'Gültig für',
  daysOf: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  shownOnce: 'Dieser Link wird nur jetzt angezeigt.',
  copyNow: 'Kopiere ihn jetzt; Parley kann ihn nicht noch einmal anzeigen. Er gilt einmal.',
  mailed: (email) => `Er wurde an ${email} geschickt.`,
  made: 'Einladung',
  copyLink: 'Link kopieren',
  copied: 'Ich habe ihn kopiert',
  anybody: 'Alle mit dem Link',
  states: { open: 'Offen', used: 'Benutzt', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  until: (time) => `bis ${time}`,
  madeAt: (time) => `erstellt am ${time}`,
  usedBy: 'Wer sich registriert hat',
  revoke: 'Widerrufen',
  revokeName: (name) => `Einladung von ${name} widerrufen`,
  revokeTitle: 'Diese Einladung widerrufen?',
  revokeText: 'Niemand kann sich mehr mit ihrem Link registrieren.',
};
