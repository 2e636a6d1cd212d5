import type * as english from '../begin.ts';
import type { Translation } from '../translation.ts';

export const beginWords: Translation<typeof english.beginWords> = {
  title: 'Womit anfangen',
  agents: 'Agenten zum Sprechen',
  loading: 'Agenten werden geladen',
  talkWith: (name) => `Mit ${name} sprechen`,
  none: 'Hier gibt es noch keinen Agenten, mit dem du sprechen darfst.',
  addModel: 'Ein Modell zum Sprechen hinzufügen',
  register: 'Deinen eigenen Agenten registrieren',
  hello: 'Hallo',
  newConversation: 'Neue Unterhaltung',
  welcome: 'Menschen und Agenten an einem Tisch',
  promise: 'Was ein Agent hier darf, bestimmst du.',
};
