import { expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

/** Creates an outbox with work that ends when the test says so. */
function held(bounds: { perHost: number; inAll: number; waitingPerHost: number; waitingInAll: number }) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outbox = createOutbox<string>({
    ...bounds,
    run: (item) =>
      new Promise((resolve) => {
        started.push(item);
        ends.set(item, resolve);
      }),
  });
  const end = async (item: string) => {
    ends.get(item)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { outbox, started, end };
}

const wide = { perHost: 2, inAll: 3, waitingPerHost: 3, waitingInAll: 4 };

it('§13 a push service that hangs keeps its own places and no others', async () => {
  const { outbox, started, end } = held(wide);
  for (const item of ['a1', 'a2', 'a3']) outbox.add('a', item);
  outbox.add('b', 'b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  outbox.add('b', 'b2');
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a1');
  await end('b2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

it('hosts take turns', async () => {
  const { outbox, started, end } = held({ ...wide, perHost: 1, inAll: 1 });
  for (const item of ['a1', 'a2', 'a3']) outbox.add('a', item);
  outbox.add('b', 'b1');
  for (const item of ['a1', 'a2', 'b1']) await end(item);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('takes no more than may wait, for one host and in all', () => {
  const { outbox } = held({ ...wide, perHost: 1, inAll: 1 });
  const taken = ['a1', 'a2', 'a3', 'a4', 'a5'].map((item) => outbox.add('a', item));
  expect(taken).toEqual([true, true, true, true, false]);
  expect([outbox.add('b', 'b1'), outbox.add('b', 'b2'), outbox.waiting]).toEqual([true, false, 4]);
});

it('is idle once nothing waits and nothing is under way, and lets go of what waits', async () => {
  const { outbox, end } = held({ ...wide, perHost: 1 });
  await outbox.idle();
  for (const item of ['a1', 'a2', 'a3']) outbox.add('a', item);
  let isIdle = false;
  const idle = outbox.idle().then(() => (isIdle = true));
  expect(outbox.clear()).toBe(2);
  expect(isIdle).toBe(false);
  await end('a1');
  await idle;
  expect(outbox.waiting).toBe(0);
});
