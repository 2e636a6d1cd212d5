import type * as english from '../reading.ts';
import { digits } from '../locale.ts';
import type { Translation } from '../translation.ts';

export const readingWords: Translation<typeof english.readingWords> = {
  platform: 'Was Parley weiß',
  bound: (asker) => `Was ${asker} will, genau`,
  inOwnWords: (asker) => `Was ${asker} dazu sagt; es zählt nicht`,
  showAll: (length) => `Alle ${digits(length)} Zeichen anzeigen`,
  whole: 'der ganze Wert',
  unread: 'Freigeben ist möglich, wenn du alles gesehen hast. Drücke, um weiterzugehen.',
  unreadOptions: 'Wählen ist möglich, wenn du alles gesehen hast. Drücke, um weiterzugehen.',
  costs: 'Kostet',
  changed: 'geändert',
  undo: 'Rückgängig',
  booleans: { true: 'ja', false: 'nein' },
  became: ' → ',
};
