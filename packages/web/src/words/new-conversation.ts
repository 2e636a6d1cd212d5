/** What is said where a conversation is begun. */
export const newConversationWords = {
  title: 'New conversation',
  cancel: 'Cancel',
  start: 'Start',

  agent: 'An agent',
  withAgent: 'With an agent',
  whatFor: 'What should it do?',
  agents: 'Agents',
  noAgent: 'No agent that you may seat matches.',

  people: 'People',
  withPerson: 'With a person',
  byHandle: 'By their exact handle.',
  handle: '@handle',
  nobody: 'Nobody has this handle.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
} as const;
