/** What is said around rooms. */
export const roomWords = {
  goTo: 'Go to a conversation',
  noneFound: 'No conversation of that name.',
  skipToRoom: 'Skip to the conversation',
  skipToComposer: 'Skip to the message field',
  waitsForYou: 'Waiting for you',
  draft: 'Draft:',
  unsent: 'Not sent:',
  paused: 'The agent is paused',
  gone: 'The agent is gone',
  nothingSaid: 'Nothing said yet',
} as const;
