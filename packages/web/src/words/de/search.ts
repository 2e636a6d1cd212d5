import type * as english from '../search.ts';
import type { Translation } from '../translation.ts';

export const searchWords: Translation<typeof english.searchWords> = {
  title: 'In diesem Raum suchen',
  label: 'Nachrichten suchen',
  close: 'Suche schließen',
  none: (words) => `Keine Nachricht enthält „${words}“.`,
  searching: 'Suche läuft…',
  noneYet: (words) => `Noch keine Nachricht enthält „${words}“. Ältere wurden nicht durchsucht.`,
  searchOn: 'Ältere Nachrichten durchsuchen',
  found: (count, isAll) => {
    const messages = count === 1 ? 'Nachricht' : 'Nachrichten';
    return isAll ? `${count} ${messages} gefunden` : `${count} oder mehr Nachrichten gefunden`;
  },
  more: 'Mehr anzeigen',
  results: 'Gefundene Nachrichten',
  you: 'Du',
};
