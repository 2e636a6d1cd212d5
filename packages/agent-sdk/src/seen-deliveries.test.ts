import { expect, test } from 'vitest';
import { SeenInMemory } from './seen-deliveries.ts';

test('a delivery is new once', () => {
  const seen = new SeenInMemory();
  expect([seen.accept('a'), seen.accept('a'), seen.accept('b')]).toEqual([true, false, true]);
});

test('a handled delivery stays known, a failed one may come again', () => {
  const seen = new SeenInMemory();
  seen.accept('a');
  seen.accept('b');
  seen.finish('a', 'handled');
  seen.finish('b', 'failed');
  expect([seen.accept('a'), seen.accept('b')]).toEqual([false, true]);
});

test('only the newest are kept', () => {
  const seen = new SeenInMemory(2);
  for (const id of ['a', 'b', 'c']) seen.accept(id);
  expect([seen.accept('c'), seen.accept('b'), seen.accept('a')]).toEqual([false, false, true]);
});
