import { describe, expect, it } from 'vitest';
import { simulate } from '../testing/simulation/simulate.ts';

const named = process.env['PARLEY_SEED'];
const seeds = named === undefined || named === '' ? [1, 2, 3] : [Number(named)];
const steps = Number(process.env['PARLEY_STEPS'] ?? 30);

const patienceMs = 120_000;

describe('an engine that lives through whatever chance brings', () => {
  it.each(seeds)(
    'keeps its lanes, windows, delays and caps, and brings everything to its end (seed %i)',
    async (seed) => {
      const outcome = await simulate(seed, steps);
      const told = `PARLEY_SEED=${seed} runs it again:\n${outcome.steps.join(' ')}\n${outcome.breaches.join('\n')}`;
      expect(outcome.breaches, told).toEqual([]);
      expect(outcome.deliveries).toBeGreaterThan(steps);
    },
    patienceMs,
  );
});
