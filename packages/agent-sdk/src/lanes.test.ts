import { expect, test } from 'vitest';
import fc from 'fast-check';
import { Lanes } from './lanes.ts';

test('never more work runs than allowed, lanes keep their order, and nothing is left out', async () => {
  const works = fc.array(fc.record({ lane: fc.constantFrom('a', 'b', 'c', 'd'), turns: fc.nat(4) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(works, fc.integer({ min: 1, max: 3 }), async (items, concurrency) => {
      const lanes = new Lanes(concurrency);
      const done = new Map<string, number[]>();
      const running = new Set<string>();
      for (const [index, { lane, turns }] of items.entries()) {
        lanes.add(lane, async () => {
          expect(running.has(lane)).toBe(false);
          running.add(lane);
          expect(running.size).toBeLessThanOrEqual(concurrency);
          for (let i = 0; i < turns; i++) await Promise.resolve();
          running.delete(lane);
          done.set(lane, [...(done.get(lane) ?? []), index]);
        });
      }
      await lanes.idle();
      expect(lanes.size).toBe(0);
      expect([...done.values()].flat().length).toBe(items.length);
      for (const order of done.values()) expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});
