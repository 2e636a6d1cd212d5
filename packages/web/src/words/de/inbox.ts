import type * as english from '../inbox.ts';
import type { Translation } from '../translation.ts';

export const inboxWords: Translation<typeof english.inboxWords> = {
  tryAgain: 'Noch einmal versuchen',
  loading: 'Eingang wird geladen',
  decide: 'Entscheiden',
  forYou: 'Für dich',
  everything: 'Alles',
  nothing: 'Nichts wartet auf dich.',
  nothingText: 'Was Agenten dich entscheiden lassen, kommt hierher.',
  older: 'Ältere',
  done: 'Erledigt',
  anAgent: 'Ein Agent',
  notInIt: 'Eine Unterhaltung, in der du nicht bist',
  onlyYou: 'Nur du',

  keys: 'Tasten',
  acts: { j: 'nächste', k: 'vorige', a: 'freigeben', d: 'ablehnen', e: 'erledigt', Enter: 'öffnen' },

  untold: {
    task: 'Eine Aufgabe ist weitergekommen.',
    message: 'Eine Nachricht',
    mention: 'Eine Nachricht, die dich erwähnt',
  },
  counts: {
    task: (count) => (count === 1 ? 'Eine Aufgabe' : `${count} Schritte von Aufgaben`),
    message: (count) => (count === 1 ? 'Eine Nachricht' : `${count} Nachrichten`),
    mention: (count) => (count === 1 ? 'Eine Erwähnung' : `${count} Erwähnungen`),
  },
  mentionedYou: (name) => `${name} hat dich erwähnt`,

  outcomes: {
    pending: 'Wartet',
    approved: 'Von dir freigegeben',
    denied: 'Von dir abgelehnt',
    expired: 'Niemand hat rechtzeitig entschieden',
  },
  stopped: 'Abgelehnt: Du hast die Antwort angehalten',

  needsPerson: (name) => `${name} braucht einen Menschen`,
  putAside: 'Später',
  loadingForm: 'Formular wird geladen',
  asksForm: (name) => `${name} bittet dich, ein Formular auszufüllen.`,
  decideFirst: 'Gib es zuerst frei oder lehne es ab.',
};
