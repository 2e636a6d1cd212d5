import { catalogue } from './catalogue.ts';

/** Texts of push notifications; they never contain message content. */
export const pushWords = catalogue('pushWords', {
  app: 'Parley',
  message: 'A new message',
  mention: 'Somebody mentioned you',
  approval: 'Something waits for your decision',
  task: 'A task has moved on',
});
