import type * as english from '../reports.ts';
import type { Translation } from '../translation.ts';

export const reportWords: Translation<typeof english.reportWords> = {
  report: 'Melden',
  titles: { message: 'Nachricht melden', agent: 'Agenten melden', user: 'Person melden' },
  hint: 'Die Administratoren dieses Servers sehen deinen Namen, die Begründung und was eine Nachricht jetzt sagt.',
  reason: 'Was ist nicht in Ordnung?',
  send: 'Meldung senden',
  sent: 'Die Administratoren haben deine Meldung.',
  back: 'Zurück',
  title: 'Meldungen',
  about: 'Was gemeldet wurde. Wer liest, was eine Nachricht sagte, wird im Audit-Protokoll vermerkt.',
  none: 'Niemand hat etwas gemeldet.',
  of: { message: 'Eine Nachricht', agent: 'Ein Agent', user: 'Eine Person' },
  states: { open: 'Offen', resolved: 'Erledigt', dismissed: 'Verworfen' },
  saidThen: 'Was sie sagte',
  at: (time) => `gemeldet am ${time}`,
  reporter: 'Wer gemeldet hat',
  note: 'Notiz',
  noteHint: 'Für andere Administratoren.',
  resolve: 'Erledigen',
  dismiss: 'Verwerfen',
};
