import type { AgentModel, ModelOffer } from '@parley/protocol';

/** The values of the fields that say where a model comes from. */
export interface SourceFields {
  /** An offer of the operator's; '' for an address. */
  readonly offerId: string;
  readonly url: string;
  readonly key: string;
  readonly model: string;
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
  return { offerId: offer?.offerId ?? '', url: '', key: '', model: offer?.models[0] ?? '' };
}

/** Returns the values of an agent's model. The key is never known. */
export function sourceOf({ offerId, url, model }: AgentModel): SourceFields {
  return { offerId: offerId ?? '', url: url ?? '', key: '', model };
}

/** Returns the members of a request that say where a model comes from. */
export function sourceBody({ offerId, url, key, model }: SourceFields) {
  if (offerId !== '') return { offerId, model };
  return { url: url.trim(), model: model.trim(), ...(key.trim() === '' ? {} : { key: key.trim() }) };
}

/** Returns what differs from the model that there is. */
export function changeOf(
  before: AgentModel,
  fields: SourceFields,
  instructions: string,
): { readonly [Name in 'offerId' | 'url' | 'key' | 'model']?: string } & { readonly instructions?: string | null } {
  const { offerId, url, key, model } = sourceBody(fields) as Partial<Record<'offerId' | 'url' | 'key', string>> & {
    readonly model: string;
  };
  return {
    ...(offerId !== undefined && offerId !== before.offerId && { offerId }),
    ...(url !== undefined && url !== before.url && { url }),
    ...(key !== undefined && { key }),
    ...(model !== before.model && { model }),
    ...(instructions.trim() !== (before.instructions ?? '') && { instructions: instructions.trim() || null }),
  };
}
