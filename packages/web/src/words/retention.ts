import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts about how long messages are kept. */
export const retentionWords = catalogue('retentionWords', {
  label: 'Keep messages',
  forEver: 'For ever',
  asServer: 'As long as the server does',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  roomHint: 'This counts for everyone here. A shorter time begins in 24 hours and can be taken back until then.',
  deletedAfter: (days: number) => `Messages here are deleted after ${days === 1 ? '1 day' : `${days} days`}.`,
  next: (count: number, time: string) =>
    count === 1 ? `1 message is deleted on ${time}.` : `${digits(count)} messages are deleted on ${time}.`,

  title: 'How long messages are kept',
  serverHint:
    'Older messages are deleted in every conversation, for ever. A shorter time begins in 24 hours and can be taken back until then. People who open conversations can set a shorter time for them.',
  ask: (days: number) => `Delete messages after ${days === 1 ? '1 day' : `${days} days`}?`,
  askText:
    'Beginning in 24 hours, messages older than that are deleted for everybody and cannot be brought back. Until then you can take this back.',
  set: 'Delete older messages',
});

/** Texts about legal holds. */
export const holdWords = catalogue('holdWords', {
  title: 'Legal holds',
  hint: 'What a person wrote, or a conversation holds, is neither deleted by age nor erased while a hold is on it. What people delete meanwhile looks deleted and is kept, encrypted. Only administrators see holds.',
  none: 'There are no holds.',
  place: 'Place a hold',
  target: 'Person or conversation',
  targetHint: 'Its id, which begins with usr_ or cnv_. The address of a conversation contains it.',
  reason: 'Reason',
  kinds: { user: 'Person', conversation: 'Conversation' },
  since: (time: string) => `since ${time}`,
  end: 'End',
  endName: (id: string) => `End the hold on ${id}`,
  endTitle: 'End this hold?',
  endText: 'What was deleted meanwhile is erased, and messages that are too old are deleted.',
});
