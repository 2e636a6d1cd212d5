import type * as english from '../your-data.ts';
import type { Translation } from '../translation.ts';

export const yourDataWords: Translation<typeof english.yourDataWords> = {
  title: 'Deine Daten',
  exports: 'Export',
  exportsHint:
    'Eine Zip-Datei mit deinem Profil, den Nachrichten, die du lesen darfst, deinen Dateien, Freigaben, Münzen und Agenten. Sie wird 7 Tage aufbewahrt.',
  ask: 'Export anfordern',
  none: 'Noch keine Exporte.',
  states: { running: 'Wird erstellt', ready: 'Fertig', failed: 'Fehlgeschlagen' },
  download: 'Herunterladen',
  until: (time) => `aufbewahrt bis ${time}`,
  kibibytes: (amount) => `${amount} KiB`,
  mebibytes: (amount) => `${amount} MiB`,
  loading: 'Wird geladen',
  tryAgain: 'Noch einmal versuchen',

  erase: 'Konto auslöschen',
  eraseHint:
    'Alles, was du gesagt hast und besitzt, ist endgültig weg: Nachrichten, Dateien, Agenten, Aufgaben, Berechtigungen und Münzen. Andere sehen „Gelöschte Person“. ' +
    'Nichts hält es an oder macht es rückgängig. Was du freigegeben hast, bleibt als signierter Beleg ohne seinen Inhalt.',
  eraseIt: 'Mein Konto auslöschen…',
  eraseTitle: 'Dein Konto auslöschen?',
  confirmHandle: (handle) => `Gib deinen Benutzernamen ein: ${handle}`,
  cancel: 'Abbrechen',
  eraseNow: 'Endgültig auslöschen',
};

export const personDataWords: Translation<typeof english.personDataWords> = {
  title: 'Daten',
  exportHint:
    'Die Person erfährt es und kann ihn auch herunterladen. Du kannst ihn 24 Stunden nach deiner Anfrage herunterladen.',
  released: (time) => `Du kannst ihn ab ${time} herunterladen`,
  erase: 'Auslöschen…',
  eraseTitle: (name) => `${name} auslöschen?`,
  eraseText:
    'Alles, was diese Person gesagt hat und besitzt, ist endgültig weg, und sie kann nichts mehr tun. Nichts hält es an oder macht es rückgängig. Belege und das ' +
    'Audit-Protokoll bleiben.',
  confirmHandle: (handle) => `Gib den Benutzernamen der Person ein: ${handle}`,
};
