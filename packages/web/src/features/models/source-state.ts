import type { AgentModel, ModelOffer, ModelPrices } from '@parley/protocol';

/** The values of the fields that say where a model comes from. */
export interface SourceFields {
  /** An offer of the operator's; '' for an address. */
  readonly offerId: string;
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly prices: PriceFields;
  /** Whether the model of an address reads images. */
  readonly images: boolean;
}

/** The prices of an address's model as they are typed; both empty for none. */
export interface PriceFields {
  readonly input: string;
  readonly output: string;
  readonly currency: string;
}

/** What the fields of a source show and tell. */
export interface SourceChoiceProps {
  readonly offers: readonly ModelOffer[];
  readonly fields: SourceFields;
  /** The error of the last request to add or change the model. */
  readonly failure: unknown;
  /** Whether a key is stored, which an empty field keeps. */
  readonly hasKey?: boolean;
  readonly onChange: (change: Partial<SourceFields>) => void;
}

/** Returns the first values: the first offer if there is one. */
export function firstSource([offer]: readonly ModelOffer[]): SourceFields {
  const model = offer?.models[0] ?? '';
  return { offerId: offer?.offerId ?? '', url: '', key: '', model, prices: pricesOf(null), images: false };
}

/** Returns the values of an agent's model. The key is never known. */
export function sourceOf(before: AgentModel): SourceFields {
  const { offerId, url, model, prices } = before;
  return {
    offerId: offerId ?? '',
    url: url ?? '',
    key: '',
    model,
    prices: pricesOf(offerId === null ? prices : null),
    images: ownImages(before),
  };
}

/** Returns whether the owner said that the model reads images. Of an offered model the operator says it. */
const ownImages = ({ offerId, images }: AgentModel): boolean => offerId === null && images;

function pricesOf(prices: ModelPrices | null): PriceFields {
  return {
    input: prices === null ? '' : String(prices.input),
    output: prices === null ? '' : String(prices.output),
    currency: prices?.currency ?? 'USD',
  };
}

/** Returns the prices that the fields say; null for none. */
function pricesIn({ input, output, currency }: PriceFields): ModelPrices | null {
  if (input === '' && output === '') return null;
  return { input: Number(input), output: Number(output), currency: currency.trim().toUpperCase() };
}

/** Returns the members of a request that say where a model comes from. */
export function sourceBody({ offerId, url, key, model, prices: typed, images }: SourceFields): SourceBody {
  if (offerId !== '') return { offerId, model };
  const prices = pricesIn(typed);
  return {
    url: url.trim(),
    model: model.trim(),
    ...(key.trim() === '' ? {} : { key: key.trim() }),
    ...(prices === null ? {} : { prices }),
    ...(images && { images }),
  };
}

interface SourceBody {
  readonly offerId?: string;
  readonly url?: string;
  readonly key?: string;
  readonly model: string;
  readonly prices?: ModelPrices;
  readonly images?: boolean;
}

/** Returns what differs from the model that there is. */
export function changeOf(
  before: AgentModel,
  fields: SourceFields,
  { instructions, tools }: { readonly instructions: string; readonly tools: readonly string[] },
): ModelChange {
  const { offerId, url, key, model, prices = null, images = false } = sourceBody(fields);
  const isOtherUrl = url !== undefined && url !== before.url;
  // Another address begins without prices.
  const arePricesOther = url !== undefined && !arePricesSame(prices, isOtherUrl ? null : before.prices);
  const areImagesOther = url !== undefined && images !== ownImages(before);
  return {
    ...(offerId !== undefined && offerId !== before.offerId && { offerId }),
    ...(isOtherUrl && { url }),
    ...(key !== undefined && { key }),
    ...(model !== before.model && { model }),
    ...(instructions.trim() !== (before.instructions ?? '') && { instructions: instructions.trim() || null }),
    ...(arePricesOther && { prices }),
    ...(areImagesOther && { images }),
    ...(!isSameSet(tools, before.tools) && { tools: [...tools] }),
  };
}

type ModelChange = Partial<Omit<SourceBody, 'prices'>> & {
  readonly instructions?: string | null;
  readonly prices?: ModelPrices | null;
  readonly tools?: string[];
};

function arePricesSame(one: ModelPrices | null, other: ModelPrices | null): boolean {
  return one?.input === other?.input && one?.output === other?.output && one?.currency === other?.currency;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
