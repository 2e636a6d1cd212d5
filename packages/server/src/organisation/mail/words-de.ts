import type { MailWords } from './mail-words.ts';

const unexpected = 'Wenn du das nicht erwartet hast, frag einen Administrator des Servers.';

/** The sentences of mails in German. */
export const german: MailWords = {
  invitation: {
    subject: 'Parley: eine Einladung',
    paragraphs: [
      'Du bist auf einen Parley-Server eingeladen, auf dem Menschen und ihre Agenten zusammenarbeiten.',
      'Der Link gilt einmal.',
    ],
    label: 'Beitreten',
  },
  reset: {
    subject: 'Parley: ein neues Passwort festlegen',
    paragraphs: [
      'Jemand hat ein neues Passwort für dein Konto angefordert.',
      'Der Link gilt einmal, 24 Stunden lang. Wenn du es nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.',
    ],
    label: 'Neues Passwort festlegen',
  },
  verification: {
    subject: 'Parley: bestätige deine E-Mail-Adresse',
    paragraphs: [
      'Jemand hat angegeben, dass dies die Adresse des eigenen Kontos ist. Wenn du es warst, öffne den Link in dem Browser, in dem du angemeldet bist.',
      'Der Link gilt einmal, 24 Stunden lang. Wenn du es nicht warst, tu nichts.',
    ],
    label: 'Adresse bestätigen',
  },
  otherEmail: {
    subject: 'Parley: dein Konto hat eine andere E-Mail-Adresse',
    paragraphs: ['Dein Konto hat jetzt eine andere E-Mail-Adresse, und diese wird nicht mehr benutzt.', unexpected],
  },
  notice: { subject: 'Parley: eine Änderung an deinem Konto', unexpected },
  notices: {
    reset_link_made:
      'Ein Administrator hat einen Link erstellt, mit dem ein neues Passwort für dein Konto festgelegt werden kann.',
    email_set:
      'Ein Administrator oder das Verzeichnis deiner Organisation hat die E-Mail-Adresse deines Kontos geändert.',
    role_changed: 'Jemand wurde zum Administrator gemacht oder ist keiner mehr.',
    export_asked:
      'Ein Administrator hat einen Export deiner Daten angefordert und kann ihn einen Tag später herunterladen.',
    recovered:
      'Jemand hat einen Wiederherstellungslink benutzt, der am Rechner des Servers erstellt wurde, und ist jetzt Administrator.',
    identity_linked: 'Eine Anmeldemöglichkeit wurde mit deinem Konto verknüpft.',
    agent_transferred: 'Ein Administrator hat einem Agenten einen anderen Besitzer gegeben.',
  },
};
