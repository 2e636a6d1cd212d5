import { catalogue } from './catalogue.ts';

/** Texts of an agent's page and of the list of own agents. */
export const agentPageWords = catalogue('agentPageWords', {
  tryAgain: 'Try again',
  loadingAll: 'Loading agents',
  noneYet: 'You have no agents yet',
  noneYetText: 'Add a model to talk with, or register a program of yours.',
  talk: 'Talk with it',

  about: 'About',
  reachedBy: 'Reached by',
  transports: { relay: 'Relay: it keeps a connection open', webhook: 'Webhook' },
  whoMayTalk: 'Who may talk with it',
  accesses: { private: 'Only its owner', request: 'On request', public: 'Everybody' },
  asksFor: 'Asks to be allowed',
  nothing: 'Nothing',
  id: 'Agent ID',

  resume: 'Resume',
  pause: 'Pause',
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeAct: 'Delete agent',
  removeText:
    'Its credentials stop working at once, and it answers nobody any more. What it said stays where it was said.',
});

/** The status of an agent or a delivery. */
export const statusWords = catalogue('statusWords', {
  live: 'Live',
  paused: 'Paused',
  deleted: 'Deleted',
  delivered: 'Delivered',
  pending: 'Pending',
  failed: 'Failed',
});
