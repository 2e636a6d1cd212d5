import type * as english from '../delivery-log.ts';
import type { Translation } from '../translation.ts';

export const deliveryLogWords: Translation<typeof english.deliveryLogWords> = {
  title: 'Zustellungen',
  show: 'Anzeigen',
  filters: { all: 'Alle', pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
  loading: 'Zustellungen werden geladen',
  none: 'Nichts da. Schreib dem Agenten, dann erscheint es hier.',
  older: 'Ältere',
  log: 'Zustellungsprotokoll',
  columns: ['Wann', 'Ereignis', 'Zustand', 'Versuche', 'Nächster Versuch', 'Zustellung'],
  handlerFailed: 'Handler gescheitert',
  details: 'Einzelheiten',
  of: (id) => `von ${id}`,
};
