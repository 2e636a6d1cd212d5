/** Texts of the inbox. */
export const inboxWords = {
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

  taskMoved: 'A task has moved on.',
  message: 'A message',
  tasks: (count: number) => (count === 1 ? 'A task' : `${count} steps of tasks`),
  messages: (count: number) => (count === 1 ? 'A message' : `${count} messages`),

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
} as const;
