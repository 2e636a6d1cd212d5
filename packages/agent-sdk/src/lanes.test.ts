import { expect, test } from 'vitest';
import fc from 'fast-check';
import { Lanes, type Slot } from './lanes.ts';

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

/** Work that notes when it begins, waits in its slot as `open` says, and ends when it is told to. */
function workshop() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (slot: Slot) => {
    log.push(name);
    const told = new Promise<void>((resolve) => ends.set(name, resolve));
    const waits = new Promise<void>((resolve) => ends.set(`${name} waits`, resolve));
    await Promise.race([told, waits]);
    if (ends.delete(`${name} waits`)) await told;
    else await slot.openWhile(told);
  };
  const tell = async (name: string) => {
    ends.get(name)?.();
    if (name.endsWith('waits')) ends.delete(name);
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { log, work, tell };
}

test('a call begins in a busy lane while all that runs there waits, one at a time and before other work', async () => {
  const lanes = new Lanes(1);
  const { log, work, tell } = workshop();
  lanes.add('a', work('first'));
  lanes.add('a', work('second'));
  lanes.add('a', work('call'), { isCall: true });
  lanes.add('a', work('other call'), { isCall: true });
  expect(log).toEqual(['first']);
  await tell('first waits');
  expect(log).toEqual(['first', 'call']);
  await tell('call waits');
  expect(log).toEqual(['first', 'call', 'other call']);
  await tell('first');
  await tell('other call');
  expect(log).toEqual(['first', 'call', 'other call']);
  await tell('call');
  expect(log).toEqual(['first', 'call', 'other call', 'second']);
  lanes.add('a', work('late call'), { isCall: true });
  await tell('second');
  await tell('late call');
  await lanes.idle();
  expect(log.at(-1)).toBe('late call');
  expect(lanes.size).toBe(0);
});
