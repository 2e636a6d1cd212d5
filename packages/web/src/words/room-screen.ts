/** What is said where a room opens or does not. */
export const roomScreenWords = {
  tryAgain: 'Try again',
  loading: 'Loading the conversation',
  gone: 'This conversation is not here',
  goneText: 'It was deleted, or you are not in it.',
  all: 'All conversations',
} as const;
