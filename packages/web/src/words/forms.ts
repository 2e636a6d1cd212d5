import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts about forms. */
export const formWords = catalogue('formWords', {
  kind: 'Form',
  sending: 'Sending',
  send: 'Send answers',
  once: 'Once, and to the agent alone. The room does not see it.',
  answered: 'You have answered this form.',
  failed: 'That did not work. What you typed is still here.',
  notYet: 'It can be answered once the message is complete.',
  notHere: 'It cannot be answered here.',
  pick: 'Pick one',
  none: 'None',
});

/** Errors in the answers of a form. */
export const formFaultWords = catalogue('formFaultWords', {
  missing: { text: 'Fill this in.', number: 'Give a number.', date: 'Pick a day.', select: 'Pick one.' },
  tooLong: (most: number) => `Shorten this to ${digits(most)} characters.`,
  noNumber: 'Give a number.',
  noDay: 'Give a day of the calendar.',
  notListed: 'Pick one of the list.',
});
