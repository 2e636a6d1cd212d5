import type * as english from '../answer-cost.ts';
import type { Translation } from '../translation.ts';

export const answerCostWords: Translation<typeof english.answerCostWords> = {
  spent: (tokens, cost) => `${tokens} Token · ${cost}`,
};
