import { catalogue } from './catalogue.ts';

/** Texts of the inbox. */
export const inboxWords = catalogue('inboxWords', {
  tryAgain: 'Try again',
  loading: 'Loading the inbox',
  decide: 'Decide',
  forYou: 'For you',
  everything: 'Everything',
  nothing: 'Nothing waits for you.',
  nothingText: 'What agents ask you to decide comes here.',
  older: 'Older',
  done: 'Done',
  anAgent: 'An agent',
  notInIt: 'A conversation that you are not in',
  onlyYou: 'Only you',

  keys: 'Keys',
  acts: { j: 'next', k: 'before', a: 'approve', d: 'deny', e: 'done', Enter: 'open' },

  /** What is shown of news until the message is read. */
  untold: { task: 'A task has moved on.', message: 'A message', mention: 'A message that mentions you' },
  counts: {
    task: (count: number) => (count === 1 ? 'A task' : `${count} steps of tasks`),
    message: (count: number) => (count === 1 ? 'A message' : `${count} messages`),
    mention: (count: number) => (count === 1 ? 'A mention' : `${count} mentions`),
  },
  mentionedYou: (name: string) => `${name} mentioned you`,

  outcomes: {
    pending: 'Waits',
    approved: 'Approved by you',
    denied: 'Denied by you',
    expired: 'Nobody decided in time',
  },
  stopped: 'Denied: you stopped the answer',

  needsPerson: (name: string) => `${name} needs a person`,
  putAside: 'Later',
  loadingForm: 'Loading the form',
  asksForm: (name: string) => `${name} asks you to fill in a form.`,
  decideFirst: 'Approve or deny it first.',
});
