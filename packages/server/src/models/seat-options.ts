import type { StartModelOptions } from '@parley/model';
import type { App } from '../chat/conversations/app.ts';
import { pricesOf, type ModelRow, type Offer } from './model.ts';
import type { ModelFetch } from './model-fetch.ts';
import { openKey } from './open-key.ts';
import { countAgainstLimit, recordAnswer } from './usage-queries.ts';

type Choice = Pick<StartModelOptions, 'url' | 'key' | 'fetch' | 'instructions' | 'tools' | 'images' | 'prices'> & {
  readonly model: string;
};

/** Returns what the package needs to know of a model; null if the operator no longer offers it. */
export function choiceOf(
  { secrets }: Pick<App, 'secrets'>,
  row: ModelRow,
  offer: Offer | null,
  { fetch }: ModelFetch,
): Choice | null {
  if (row.offer_id !== null && !offer?.models.includes(row.model)) return null;
  const key = offer === null ? openKey(secrets, row) : offer.key;
  const prices = offer === null ? pricesOf(row) : offer.prices;
  return {
    url: offer?.url ?? row.url ?? '',
    model: row.model,
    tools: row.tools,
    images: offer === null ? row.images : offer.images,
    fetch,
    ...(key === null ? {} : { key }),
    ...(prices === null ? {} : { prices }),
    ...(row.instructions === null ? {} : { instructions: row.instructions }),
  };
}

/** Asks before each answer of an offered model whether the person has answers left today. */
export function admitBy(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  offer: Offer | null,
): NonNullable<StartModelOptions['admit']> {
  return async ({ userId }) => {
    if (offer === null || offer.dailyLimit === null) return null;
    const { offerId, dailyLimit: limit } = offer;
    const who = { userId: userId as never, offerId, limit };
    if (await countAgainstLimit(storage.db, who, new Date(clock.now()))) return null;
    const answers = limit === 1 ? 'answer' : `${limit} answers`;
    return `You have had the ${answers} that one person gets from this model in a day. It answers you again after midnight, UTC.`;
  };
}

/** Records what each answer cost. */
export function recordWith(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  { agent_id }: Pick<ModelRow, 'agent_id'>,
): NonNullable<StartModelOptions['onAnswer']> {
  return async ({ userId, conversationId, deliveryId, model, inputTokens, outputTokens, cost, currency, failure }) =>
    recordAnswer(storage.db, {
      agent_id,
      user_id: userId as never,
      conversation_id: conversationId,
      delivery_id: deliveryId,
      model,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost,
      currency,
      failure,
      at: new Date(clock.now()),
    });
}
