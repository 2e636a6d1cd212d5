import { catalogue } from './catalogue.ts';

/** Texts about what one answer of a model cost. */
export const answerCostWords = catalogue('answerCostWords', {
  spent: (tokens: string, cost: string) => `${tokens} tokens · ${cost}`,
});
