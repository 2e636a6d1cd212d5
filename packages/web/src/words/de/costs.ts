import type * as english from '../costs.ts';
import type { Translation } from '../translation.ts';

export const costWords: Translation<typeof english.costWords> = {
  title: 'Kosten von Modellen',
  hint: 'Was die Antworten kosten, um die du gebeten hast, nach Agent. Bezahlt werden sie von denen, die ein Modell betreiben; du siehst sie, wo ein Preis genannt ist.',
  month: 'Monat (UTC)',
  loading: 'Kosten werden geladen',
  tryAgain: 'Noch einmal versuchen',
  none: 'In diesem Monat keine Antwort mit einem Preis.',
  sum: 'Insgesamt',
  byAgent: 'Kosten nach Agent',
  columns: ['Agent', 'Antworten', 'Token', 'Kosten'],
};
