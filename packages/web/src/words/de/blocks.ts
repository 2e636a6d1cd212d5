import type * as english from '../blocks.ts';
import type { Translation } from '../translation.ts';

export const blockWords: Translation<typeof english.blockWords> = {
  loading: 'Dieser Teil der Nachricht wird geladen',
  plain: 'Als einfacher Text angezeigt',
  notShown: 'Dieser Teil der Nachricht konnte nicht angezeigt werden.',
  unknown: 'Etwas Neues',
  unknownText: 'Dieser Teil der Nachricht braucht eine neuere Version der App. Lade die Seite neu, um sie zu bekommen.',

  anAgent: 'Ein Agent',
  theAgent: 'Der Agent',
  intent: (author) => `Was ${author} als Nächstes tut`,
  needsHuman: (author) => `${author} braucht einen Menschen`,
  announcement: 'Ankündigung',

  answers: 'Antworten zur Auswahl',
  free: 'Kostenlos',
  cardActions: (title) => `Was du mit ${title} tun kannst`,
  purchase: 'Kaufen',
  purchaseHint: 'Keine Münze bewegt sich, bevor du es freigibst.',
  sends: (text) => `Sendet „${text}“`,
  chosen: '(gewählt)',
  youChose: 'Du hast {label} gewählt',
};
