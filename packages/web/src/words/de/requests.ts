import type * as english from '../requests.ts';
import type { Translation } from '../translation.ts';

export const requestWords: Translation<typeof english.requestWords> = {
  yourAgent: 'deinen Agenten',
  title: (person, agent) => `${person} möchte ${agent} benutzen`,
  purpose: 'um Zugang',
  handle: 'Benutzername',
  note: 'Notiz',
  approve: 'Zulassen',
  deny: 'Ablehnen',
  approveName: (person) => `${person} zulassen`,
  denyName: (person) => `${person} ablehnen`,
  list: 'Zugangsanfragen',
  none: 'Niemand hat gefragt, ob er diesen Agenten benutzen darf.',
  states: { pending: 'Wartet auf dich', approved: 'Zugelassen', denied: 'Abgelehnt' },
  asks: (agent) => `${agent} gibt es auf Anfrage: Der Besitzer entscheidet, wer Zugang bekommt.`,
  ask: 'Um Zugang bitten',
  noteHint: 'Sag dem Besitzer, wofür du ihn brauchst. Du kannst das Feld leer lassen.',
  pending: (agent) => `Du hast um Zugang zu ${agent} gebeten. Als Nächstes entscheidet der Besitzer.`,
  denied: (agent) => `Der Besitzer von ${agent} hat deine Anfrage abgelehnt.`,
};
