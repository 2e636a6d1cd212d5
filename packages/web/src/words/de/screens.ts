import type * as english from '../screens.ts';
import type { Translation } from '../translation.ts';

export const screenWords: Translation<typeof english.screenWords> = {
  loading: 'Wird geladen',
  tryAgain: 'Noch einmal versuchen',
  conversations: 'Unterhaltungen',
  goOnWith: (room) => `Weiter mit ${room}`,
  talkWith: (room) => `Mit ${room} sprechen`,
  nothingHere: 'An dieser Adresse ist nichts',
  goHome: 'Zur Startseite',
};
