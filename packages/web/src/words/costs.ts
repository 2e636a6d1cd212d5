import { catalogue } from './catalogue.ts';

/** Texts of the page that shows what answers of models cost the user. */
export const costWords = catalogue('costWords', {
  title: 'Costs of models',
  hint: 'What the answers that you asked for cost, by agent. Those who run a model pay for it; you see it where they say a price.',
  month: 'Month (UTC)',
  loading: 'Loading costs',
  tryAgain: 'Try again',
  none: 'No answer with a price in this month.',
  sum: 'In total',
  byAgent: 'Cost by agent',
  columns: ['Agent', 'Answers', 'Tokens', 'Cost'],
});
