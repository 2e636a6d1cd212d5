import { describe, expect, it } from 'vitest';
import { nullCarrier } from '../carriers/fixtures/null-carrier.ts';
import { simulate } from '../../testing/simulation/simulate.ts';

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

  it(
    'keeps them over a carrier that it has never heard of, which takes all and drops it',
    async () => {
      const outcome = await simulate(seeds[0] ?? 1, steps, {
        agents: { webhook: 2, relay: 1, null: 3 },
        otherCarriers: () => ({ null: nullCarrier() }),
      });
      expect(outcome.breaches, outcome.steps.join(' ')).toEqual([]);
      expect(outcome.ends('null').length).toBeGreaterThan(0);
      expect(new Set(outcome.ends('null'))).toEqual(new Set(['delivered']));
    },
    patienceMs,
  );
});
