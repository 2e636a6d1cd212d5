import { catalogue } from './catalogue.ts';

/** Texts about requests to seat an agent. */
export const requestWords = catalogue('requestWords', {
  yourAgent: 'your agent',
  title: (person: string, agent: string) => `${person} asks to use ${agent}`,
  purpose: 'to be let in',
  handle: 'Username',
  note: 'Note',
  approve: 'Approve',
  deny: 'Deny',
  approveName: (person: string) => `Approve ${person}`,
  denyName: (person: string) => `Deny ${person}`,
  list: 'Access requests',
  none: 'Nobody has asked to use this agent.',
  states: { pending: 'Waits for you', approved: 'Approved', denied: 'Denied' },
  asks: (agent: string) => `${agent} is on request: its owner lets people in.`,
  ask: 'Ask for access',
  noteHint: 'Tell its owner what it is for. You may leave it empty.',
  pending: (agent: string) => `You asked for access to ${agent}. Its owner decides next.`,
  denied: (agent: string) => `The owner of ${agent} denied your request.`,
});
