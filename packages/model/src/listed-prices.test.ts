import { describe, expect, it } from 'vitest';
import { listedPrices } from './listed-prices.ts';

describe('the prices in a list of models', () => {
  it.each<[string, unknown, number, number]>([
    ['OpenRouter', { pricing: { prompt: '0.0000025', completion: '0.00001', request: '0' } }, 2.5, 10],
    ['OpenRouter for nothing', { pricing: { prompt: '0', completion: '0' } }, 0, 0],
    ['LiteLLM', { input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7 }, 0.15, 0.6],
    [
      'LiteLLM with details',
      { model_info: { input_cost_per_token: 0.000003, output_cost_per_token: 0.000015 } },
      3,
      15,
    ],
    ['Together', { pricing: { hourly: 0, input: 0.18, output: 0.59, base: 0 } }, 0.18, 0.59],
  ])('are read as %s gives them, for a million tokens', (_service, entry, input, output) => {
    expect(listedPrices({ id: 'tiny', ...(entry as object) })).toEqual({ input, output, currency: 'USD' });
  });

  it.each<[string, unknown]>([
    ['no object', 'tiny'],
    ['nothing', null],
    ['no prices', { id: 'tiny' }],
    ['a price of one kind alone', { pricing: { prompt: '0.1' } }],
    ['negative prices', { pricing: { prompt: '-1', completion: '-1' } }],
    ['words', { pricing: { prompt: 'free', completion: 'free' } }],
    ['numbers of another form', { pricing: { prompt: '0x10', completion: '0x10' } }],
    ['no numbers', { input_cost_per_token: Number.NaN, output_cost_per_token: Infinity }],
    ['more than a million', { pricing: { prompt: '2', completion: '2' } }],
    ['prices of another type', { pricing: { prompt: ['1'], completion: { a: 1 } } }],
  ])('are none where an entry has %s', (_what, entry) => {
    expect(listedPrices(entry)).toBeNull();
  });
});
