import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

/** Work that ends when the test says so. */
function work() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const start = (name: number) => () =>
    new Promise<number>((resolve) => {
      started.push(name);
      ends.push(() => resolve(name));
    });
  return { started, ends, start };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of hashes', () => {
  it('makes a few at once, the rest in order, and refuses more than may wait', async () => {
    const queue = createHashQueue({ atOnce: 2, waitingMax: 2 });
    const { started, ends, start } = work();
    const all = [1, 2, 3, 4].map((name) => queue(start(name)));
    await expect(queue(start(5))).rejects.toMatchObject({ refusal: { code: 'overloaded' } });
    expect(started).toEqual([1, 2]);
    ends[1]?.();
    expect(await all[1]).toBe(2);
    await settled();
    expect(started).toEqual([1, 2, 3]);
    const late = queue(start(6));
    for (let at = 0; at < 5; at += 1) {
      ends[at]?.();
      await settled();
    }
    expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 6]);
  });

  it('goes on after work that failed', async () => {
    const queue = createHashQueue({ atOnce: 1, waitingMax: 1 });
    const failing = queue(() => Promise.reject(new Error('no memory')));
    const other = queue(async () => 'done');
    await expect(failing).rejects.toThrow('no memory');
    expect(await other).toBe('done');
    expect(await queue(async () => 'again')).toBe('again');
  });
});
