import type * as english from '../places.ts';
import type { Translation } from '../translation.ts';

export const placeWords: Translation<typeof english.placeWords> = {
  places: 'Bereiche',
  home: 'Parley, Startseite',
  inbox: 'Eingang',
  rooms: 'Räume',
  agents: 'Agenten',
  find: 'Suche',
  you: 'Du',
  palette: 'Zu einer Unterhaltung gehen, etwas suchen oder tun',
  waitingForYou: ' warten auf dich',
};
