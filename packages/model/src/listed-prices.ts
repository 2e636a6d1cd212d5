import type { Prices } from './options.ts';

/** The most that a million tokens may cost: what is above is a mistake of the list. */
const most = 1e6;

/**
 * Reads what a million tokens of a model cost from its entry in the list of a service; null if the entry says none. Services name prices in
 * US dollars, in one of three forms: for a token as `pricing.prompt` and `pricing.completion` (OpenRouter), for a token as
 * `input_cost_per_token` and `output_cost_per_token` (LiteLLM, which also puts them below `model_info`), for a million as `pricing.input` and
 * `pricing.output` (Together).
 */
export function listedPrices(entry: unknown): Prices | null {
  const { pricing, model_info: info } = membersOf(entry);
  const [priced, informed] = [membersOf(pricing), membersOf(info)];
  const forToken = (read: unknown, written: unknown) => pricesOf(read, written, 1_000_000);
  return (
    forToken(priced['prompt'], priced['completion']) ??
    forToken(membersOf(entry)['input_cost_per_token'], membersOf(entry)['output_cost_per_token']) ??
    forToken(informed['input_cost_per_token'], informed['output_cost_per_token']) ??
    pricesOf(priced['input'], priced['output'], 1)
  );
}

function pricesOf(read: unknown, written: unknown, factor: number): Prices | null {
  const [input, output] = [amountOf(read, factor), amountOf(written, factor)];
  return input === null || output === null ? null : { input, output, currency: 'USD' };
}

/** Returns null for a negative amount too: at OpenRouter it means "it depends". */
function amountOf(value: unknown, factor: number): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,12}(\.\d{0,20})?(e-?\d{1,2})?$/i.test(text)) return null;
  // What a token costs has more digits than a float keeps.
  const amount = Number((Number(text) * factor).toPrecision(10));
  return amount <= most ? amount : null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
