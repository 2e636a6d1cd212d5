import { catalogue } from './catalogue.ts';

/** Texts about blocks in general, and about those in most messages. */
export const blockWords = catalogue('blockWords', {
  loading: 'Loading this part of the message',
  plain: 'Shown as plain text',
  notShown: 'This part of the message could not be shown.',
  unknown: 'Something new',
  unknownText: 'This part of the message needs a newer version of the app. Reload the page to get it.',

  anAgent: 'An agent',
  theAgent: 'The agent',
  intent: (author: string) => `What ${author} does next`,
  needsHuman: (author: string) => `${author} needs a person`,
  announcement: 'Announcement',

  answers: 'Answers to choose from',
  free: 'Free',
  cardActions: (title: string) => `What to do with ${title}`,
  purchase: 'To buy it',
  purchaseHint: 'No coin moves before you approve it.',
  sends: (text: string) => `Sends “${text}”`,
  chosen: '(chosen)',
  youChose: 'You chose {label}',
});
