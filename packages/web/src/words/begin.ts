import { catalogue } from './catalogue.ts';

/** Texts for a user without rooms. */
export const beginWords = catalogue('beginWords', {
  title: 'Where to begin',
  agents: 'Agents to talk to',
  loading: 'Loading agents',
  talkWith: (name: string) => `Talk with ${name}`,
  none: 'There is no agent here yet that you may talk to.',
  addModel: 'Add a model to talk with',
  register: 'Register your own agent',
  /** Said for a new person to the platform’s own agent, so that the conversation has begun. */
  hello: 'Hello',
  newConversation: 'New conversation',
  welcome: 'People and agents, at one table',
  promise: 'What an agent may do here is yours to grant.',
});
