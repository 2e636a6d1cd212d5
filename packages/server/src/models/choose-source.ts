import type { ListedModels } from '@parley/model';
import { modelPrices, type AgentId, type AgentModel, type ModelPrices } from '@parley/protocol';
import { refuse } from '../platform/routing/refusal.ts';
import type { RequestHeaders } from '../platform/routing/route.ts';
import { askAddress } from './ask-address.ts';
import { keyRowOf, type ModelChoice } from './model.ts';
import type { ModelsApp } from './models-app.ts';

/** Where a model comes from, as a person names it. */
export interface Wanted {
  readonly offerId: string | null;
  readonly url: string | null;
  readonly key: string | null;
  readonly model: string;
  /** Undefined takes what the address says. */
  readonly prices: ModelPrices | null | undefined;
  /** The prices without any that are named or that the address says: those that the model at this address had before. */
  readonly pricesBefore?: ModelPrices | null;
  /** Whether the model reads images. An offer says it itself. */
  readonly images: boolean;
}

/** A source that was tried. */
export type Source = Omit<Wanted, 'prices' | 'pricesBefore'> & Pick<AgentModel, 'prices'>;

/**
 * Tries a source: an offer must name the model, and an address must answer, take the key and, if it lists its models,
 * list this one. Returns it with the address below which the API answers.
 */
export async function chooseSource(models: ModelsApp, wanted: Wanted, headers: RequestHeaders): Promise<Source> {
  const { offerId, url, key, model } = wanted;
  if (offerId !== null) {
    const offer = models.offers.get(offerId);
    if (!offer) return refuse('model_unknown', { path: '/offerId', hint: 'GET /v1/models lists what is offered.' });
    if (!offer.models.includes(model)) return refuseModel(offer.models);
    return { ...wanted, prices: null };
  }
  if (url === null) return refuse('malformed_request', { path: '/url', message: 'Give either offerId or url.' });
  const listed = await askAddress(models, { url, key }, headers);
  const names = listed.models;
  if (names !== null && names.length > 0 && !names.includes(model) && !names.includes(`${model}:latest`))
    return refuseModel(names);
  return { ...wanted, url: listed.url, prices: pricesFor(wanted, listed) };
}

/** A list that names prices, but none of this model, ends those of the model before: they may have come from it. */
function pricesFor({ model, prices, pricesBefore = null }: Wanted, listed: ListedModels): ModelPrices | null {
  if (prices !== undefined) return prices;
  if (listed.prices.size === 0) return pricesBefore;
  const found = listed.prices.get(model) ?? listed.prices.get(`${model}:latest`);
  return found === undefined ? null : modelPrices.parse(found);
}

const namedInHint = 10;

function refuseModel(names: readonly string[]): never {
  const more = names.length > namedInHint ? ` and ${names.length - namedInHint} more` : '';
  return refuse('model_unknown', {
    path: '/model',
    hint: `Choose one of ${names.slice(0, namedInHint).join(', ')}${more}.`,
  });
}

/** Makes the row of a source, with the key sealed. */
export function storedSource(
  { app: { secrets } }: Pick<ModelsApp, 'app'>,
  agentId: AgentId,
  { offerId, url, key, model, prices, images }: Source,
): Omit<ModelChoice, 'instructions' | 'tools'> {
  return {
    offer_id: offerId,
    url: offerId === null ? url : null,
    sealed_key: key === null ? null : secrets.seal(keyRowOf(agentId), Buffer.from(key)),
    key_id: key === null ? null : secrets.keyId,
    model,
    price_input: prices?.input ?? null,
    price_output: prices?.output ?? null,
    currency: prices?.currency ?? null,
    images: offerId === null && images,
  };
}
