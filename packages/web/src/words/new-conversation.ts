import { catalogue } from './catalogue.ts';

/** Texts of the dialog that opens a room. */
export const newConversationWords = catalogue('newConversationWords', {
  title: 'New conversation',
  cancel: 'Cancel',
  start: 'Start',

  agent: 'An agent',
  withAgent: 'With an agent',
  whatFor: 'What should it do?',
  agents: 'Agents',
  noAgent: 'No agent that you may add matches.',

  people: 'People',
  withPerson: 'With a person',
  byHandle: 'By their exact username.',
  handle: '@username',
  nobody: 'Nobody has this username.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
});
