import type * as english from '../asking.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const askWords: Translation<typeof english.askWords> = {
  until: (time) => `Bis ${time}`,
  asks: '{asker} bittet{behalf}{purpose}',
  behalf: ' für {behalf}',
  exact: 'Genaue Argumente',
  youHave: (balance, needed) =>
    `du hast ${digits(balance)}${balance < needed ? `, ${digits(needed - balance)} zu wenig` : ''}`,

  deny: 'Ablehnen',
  open: 'Nichts geschieht, bevor du entscheidest.',
  unknown: 'Nichts geschieht, bevor entschieden ist.',
  sending: { approved: 'Deine Freigabe wird gesendet', denied: 'Deine Ablehnung wird gesendet' },
  notSent: (reason) => `Nicht gesendet. ${reason}`,
  expired: 'Niemand hat rechtzeitig entschieden. Es wurde nichts getan.',
  notYours: 'Darüber entscheidest nicht du.',
  onlyThey: (whose) => `Nur ${whose} kann darüber entscheiden.`,
  left: 'Nur jemand, der gegangen ist, hätte darüber entscheiden können.',
  notDone: (what) => `Freigegeben, ${what}`,
  decidedBy: '{decision} von {who}',
  stoppedBy: '{decision}: {who} hat die Antwort angehalten',
  approved: 'Freigegeben',
  denied: 'Abgelehnt',
  elsewhere: ' an anderer Stelle',
};
