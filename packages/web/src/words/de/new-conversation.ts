import type * as english from '../new-conversation.ts';
import type { Translation } from '../translation.ts';

export const newConversationWords: Translation<typeof english.newConversationWords> = {
  title: 'Neue Unterhaltung',
  cancel: 'Abbrechen',
  start: 'Beginnen',

  agent: 'Ein Agent',
  withAgent: 'Mit einem Agenten',
  whatFor: 'Was soll er tun?',
  agents: 'Agenten',
  noAgent: 'Kein Agent, den du hinzufügen darfst, passt.',

  people: 'Personen',
  withPerson: 'Mit einer Person',
  byHandle: 'Über den genauen Benutzernamen.',
  handle: '@benutzername',
  nobody: 'Niemand hat diesen Benutzernamen.',
  add: (name) => `${name} hinzufügen`,
  remove: (name) => `${name} entfernen`,
};
