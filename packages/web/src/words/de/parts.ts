import type * as english from '../parts.ts';
import type { Translation } from '../translation.ts';

export const partWords: Translation<typeof english.partWords> = {
  failed: 'Das konnte nicht geöffnet werden. Lade die Seite neu und versuche es noch einmal.',
  offline: 'Das konnte nicht geöffnet werden: Du bist offline.',
};
