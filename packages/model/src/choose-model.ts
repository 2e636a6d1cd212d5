import type { Log } from '@parley/agent-sdk';
import { below, type Address } from './address.ts';
import { failureOf, statusFailure } from './failure-of.ts';
import { ModelFailure } from './failures.ts';
import { listedPrices } from './listed-prices.ts';
import type { Prices } from './options.ts';
import { readAtMost } from './read-at-most.ts';

/** A model, and the address below which it answers, which may end with `/v1` where the given one does not. */
export interface Chosen {
  readonly address: Address;
  readonly model: string;
  /** What the address says that it costs. */
  readonly prices?: Prices | undefined;
}

/**
 * Asks the address which models there are, and chooses the one that is named, or the only chat model.
 *
 * @throws ModelFailure if the key is refused, or if no model is named and there is not exactly one to choose.
 */
export async function chooseModel(address: Address, wanted: string | undefined, log: Log): Promise<Chosen> {
  const { models, at, prices } = await listModels(address).catch((error: unknown): Listed => {
    const failure = failureOf(error, { key: address.key, hasBegun: false });
    if (wanted === undefined || /^key_|redirected/.test(failure.kind)) throw failure;
    log('warn', 'Could not list the models.', { reason: failure.message });
    return { models: null, at: address, prices: new Map() };
  });
  if (wanted !== undefined) {
    if (models !== null && !models.includes(wanted) && !models.includes(`${wanted}:latest`)) {
      log('warn', `The service does not list the model "${wanted}".`, { listed: named(models) });
    }
    return { address: at, model: wanted, prices: prices.get(wanted) };
  }
  if (models === null) {
    throw new ModelFailure('model_required', {
      words: 'The address lists no models. Name the model that it serves (--model).',
    });
  }
  const chat = models.filter((id) => !notForChat.test(id));
  const [only, second] = chat;
  if (only !== undefined && second === undefined) return { address: at, model: only, prices: prices.get(only) };
  const words =
    only === undefined
      ? 'The address lists no chat model. Load one there, or name it (--model).'
      : `The address lists several models: ${named(chat)}. Name one of them (--model).`;
  throw new ModelFailure('model_required', { words });
}

const notForChat = /embed|rerank|whisper|\btts\b|moderation|dall-e/i;

const named = (models: readonly string[]) =>
  `${models.slice(0, 20).join(', ')}${models.length > 20 ? ` and ${models.length - 20} more` : ''}`;

interface Listed {
  /** Null if the service has no list. */
  readonly models: readonly string[] | null;
  /** What a million tokens cost, by model, where the list says it. */
  readonly prices: ReadonlyMap<string, Prices>;
  readonly at: Address;
}

/** Lists the models of an address. Looks below `/v1` too if the address is that of a server alone. */
export async function listModels(address: Address): Promise<Listed> {
  const entries = await readList(address);
  if (entries !== null || new URL(address.base).pathname !== '/') return { ...listOf(entries), at: address };
  const versioned = below(address, '/v1');
  const others = await readList(versioned);
  return { ...listOf(others), at: others === null ? address : versioned };
}

/** A model of a list. */
interface Entry {
  readonly id: string;
  readonly prices: Prices | null;
}

function listOf(entries: readonly Entry[] | null): Pick<Listed, 'models' | 'prices'> {
  const priced = (entries ?? []).flatMap(({ id, prices }) => (prices === null ? [] : [[id, prices] as const]));
  return { models: entries?.map(({ id }) => id) ?? null, prices: new Map(priced) };
}

const listMs = 15_000;
const listBytes = 4 * 1024 * 1024;

async function readList({ base, key, fetch }: Address): Promise<readonly Entry[] | null> {
  const headers = { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${base}/models`, { headers, signal: AbortSignal.timeout(listMs) });
  const bytes = response.body === null ? null : await readAtMost(response.body, listBytes);
  const text = bytes === null ? '' : new TextDecoder().decode(bytes);
  if (response.status === 404 || response.status === 405) return null;
  if (!response.ok) throw statusFailure(response.status, text, { key, headers: Object.fromEntries(response.headers) });
  return entriesIn(text);
}

function entriesIn(text: string): readonly Entry[] | null {
  try {
    const { data } = JSON.parse(text) as { readonly data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.flatMap((one: unknown) => {
      const id = (one as { readonly id?: unknown } | null)?.id;
      return typeof id === 'string' && id !== '' && id.length <= 300 ? [{ id, prices: listedPrices(one) }] : [];
    });
  } catch {
    return null;
  }
}
