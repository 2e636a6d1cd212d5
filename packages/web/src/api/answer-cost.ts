import type { Message, ModelAnswer } from '@parley/protocol';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export interface AnswerCost {
  /** Tokens read and written. */
  readonly tokens: number;
  readonly cost: number;
  readonly currency: string;
}

/** Reads what the model's answer that a message belongs to cost. Null if no price is known, or if the user did not ask. */
export function useAnswerCost({ author, partial, replyToDeliveryId: deliveryId }: Message): AnswerCost | null {
  const { data = null } = useQuery({
    queryKey: queryKeys.answerCost(deliveryId),
    queryFn:
      author.type !== 'agent' || partial || deliveryId === null
        ? skipToken
        : async ({ signal }) => sumOf((await call('listAnswersToMe', { query: { deliveryId }, signal })).items),
    // What was counted does not change; what is not known yet may have been counted since.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  });
  return data;
}

/** A model that tried again answered the same delivery more than once. */
function sumOf(answers: readonly ModelAnswer[]): AnswerCost | null {
  const currency = answers[0]?.currency ?? null;
  if (currency === null) return null;
  const counted = answers.filter((answer) => answer.currency === currency);
  return {
    tokens: counted.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    cost: counted.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    currency,
  };
}
