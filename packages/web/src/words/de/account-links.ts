import type * as english from '../account-links.ts';
import type { Translation } from '../translation.ts';

export const accountLinkWords: Translation<typeof english.accountLinkWords> = {
  forgotten: 'Passwort vergessen?',
  forgottenHint:
    'Gib deinen Benutzernamen ein oder die E-Mail-Adresse, die du bestätigt hast. Wenn der Server E-Mails verschickt und dich kennt, ist ein Link unterwegs. ' +
    'Kommt nichts an, bitte einen Administrator um einen Link.',
  identifier: 'Benutzername oder E-Mail-Adresse',
  ask: 'Link schicken',
  asked:
    'Wenn es ein solches Konto mit bestätigter Adresse gibt, ist ein Link unterwegs. Er gilt einmal, 24 Stunden lang.',
  newPassword: 'Neues Passwort festlegen',
  newPasswordHint: 'Alles, was mit dem alten Passwort angemeldet war, wird abgemeldet, und Zugriffstoken enden.',
  set: 'Passwort festlegen',
  isSet: 'Dein Passwort ist festgelegt.',
  signIn: 'Anmelden',
  recover: 'Wieder Administrator werden',
  recoverHint:
    'Du bekommst ein neues Passwort und bist Administrator. Alle deine anderen Sitzungen und Token enden, und alle Administratoren werden benachrichtigt.',
  verify: 'E-Mail-Adresse bestätigen',
  verifyAs: (name, handle) => `Du bist als ${name} (@${handle}) angemeldet.`,
  verifyFirst: 'Melde dich als die Person an, die gefragt hat, dann gilt der Link.',
  verifyIt: 'Das ist meine Adresse',
  verified: 'Deine E-Mail-Adresse ist bestätigt.',
  goOn: 'Weiter zu Parley',
  email: 'E-Mail-Adresse',
  emailHint: 'Für einen Link, wenn du dein Passwort vergisst, und für Nachrichten, wenn jemand dein Konto ändert.',
  emailIs: (email, isVerified) => (isVerified ? `${email}, bestätigt` : `${email}, nicht bestätigt`),
  noEmail: 'Noch keine.',
  emailNew: 'Neue E-Mail-Adresse',
  emailPassword: 'Dein Passwort',
  emailPasswordHint: 'Nur wenn deine Anmeldung mehr als 10 Minuten her ist.',
  emailSend: 'Link zum Bestätigen schicken',
  emailSent: 'Ein Link ist unterwegs. Die Adresse gehört dir, sobald du ihn in diesem Browser öffnest.',
  notices: 'Zu deinem Konto',
  putAway: 'Ausblenden',
  kinds: {
    reset_link_made: 'Ein Administrator hat einen Link für ein neues Passwort von dir erstellt.',
    email_set: 'Ein Administrator oder das Verzeichnis deiner Organisation hat deine E-Mail-Adresse geändert.',
    role_changed: 'Es hat sich geändert, wer Administrator ist.',
    export_asked: 'Ein Administrator hat einen Export deiner Daten angefordert.',
    recovered:
      'Jemand ist über einen Wiederherstellungslink, der am Rechner des Servers erstellt wurde, Administrator geworden.',
    identity_linked: 'Eine Anmeldemöglichkeit wurde mit deinem Konto verknüpft.',
    agent_transferred: 'Ein Administrator hat einem Agenten einen anderen Besitzer gegeben.',
  },
};
