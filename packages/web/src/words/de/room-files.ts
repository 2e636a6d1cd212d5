import type * as english from '../room-files.ts';
import type { Translation } from '../translation.ts';

export const roomFileWords: Translation<typeof english.roomFileWords> = {
  title: 'Dateien',
  none: 'Noch keine Dateien.',
  older: 'Ältere Dateien anzeigen',
  loading: 'Dateien werden geladen',
  tryAgain: 'Noch einmal versuchen',
};
