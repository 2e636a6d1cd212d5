import { describe, expect, it } from 'vitest';
import { createBatcher, Overloaded } from './batcher.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const limits = { maxBatch: 64, maxQueued: 10_000 };

/** A run that records its batches and ends each when the test says so. */
function gated() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const run = async (items: number[]): Promise<number[]> => {
    batches.push(items);
    await new Promise<void>((resolve) => gates.push(resolve));
    return items.map((item) => item * 10);
  };
  return { batches, run, openNext: () => gates.shift()?.() };
}

describe('the batcher', () => {
  it('makes few batches of a thousand items that come at once, and answers each with its own verdict', async () => {
    const sizes: number[] = [];
    const run = async (items: number[]): Promise<number[]> => {
      sizes.push(items.length);
      await turn();
      return items.map((item) => item * 10);
    };
    const batcher = createBatcher({ run, ...limits });
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const verdicts = await Promise.all(items.map((item) => batcher.add(item)));
    expect(verdicts).toEqual(items.map((item) => item * 10));
    expect(sizes).toEqual([...Array.from({ length: 15 }, () => 64), 40]);
  });

  it('puts the items of one turn into the first batch, and those that come during a run into the next', async () => {
    const { batches, run, openNext } = gated();
    const batcher = createBatcher({ run, ...limits });
    const added = [batcher.add(1), batcher.add(2)];
    await turn();
    added.push(batcher.add(3));
    await turn();
    added.push(batcher.add(4));
    expect(batches).toEqual([[1, 2]]);
    openNext();
    await Promise.all(added.slice(0, 2));
    await turn();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    openNext();
    expect(await Promise.all(added)).toEqual([10, 20, 30, 40]);
  });

  it('has no more runs under way than allowed', async () => {
    const { batches, run, openNext } = gated();
    const batcher = createBatcher({ run, maxBatch: 1, maxQueued: 100, concurrency: 2 });
    const added = [1, 2, 3].map((item) => batcher.add(item));
    await turn();
    expect(batches).toEqual([[1], [2]]);
    for (let index = 0; index < 3; index += 1) {
      openNext();
      await turn();
    }
    expect(await Promise.all(added)).toEqual([10, 20, 30]);
  });

  it('fails a bad item alone, and not its neighbours', async () => {
    const run = (items: number[]): Promise<number[]> =>
      items.includes(5) ? Promise.reject(new Error('five')) : Promise.resolve(items);
    const batcher = createBatcher({ run, ...limits });
    const outcomes = await Promise.allSettled([4, 5, 6].map((item) => batcher.add(item)));
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 4 },
      { status: 'rejected', reason: new Error('five') },
      { status: 'fulfilled', value: 6 },
    ]);
  });

  it('does not run a lone item again', async () => {
    let runs = 0;
    const batcher = createBatcher({ run: () => Promise.reject(new Error(`run ${(runs += 1)}`)), ...limits });
    await expect(batcher.add(1)).rejects.toThrow('run 1');
    expect(runs).toBe(1);
  });

  it.each([new CommitOutcomeUnknown(undefined), Object.assign(new Error('lost'), { code: 'ECONNRESET' })])(
    'runs nothing again after %s, which may have come after the commit and is no item’s fault',
    async (failure) => {
      let runs = 0;
      const run = (): Promise<number[]> => {
        runs += 1;
        return Promise.reject(failure);
      };
      const batcher = createBatcher({ run, ...limits });
      const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
      expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === failure)).toBe(true);
      expect(runs).toBe(1);
    },
  );

  it('stops going through the items one by one when the connection is lost meanwhile', async () => {
    const ran: number[][] = [];
    const run = (items: number[]): Promise<number[]> => {
      ran.push(items);
      const code = items.length > 1 ? '23505' : 'ECONNRESET';
      return Promise.reject(Object.assign(new Error('no'), { code }));
    };
    const batcher = createBatcher({ run, ...limits });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true);
    expect(ran).toEqual([[1, 2, 3], [1]]);
  });

  it('rejects all items of a run that gives the wrong number of verdicts, without running them again', async () => {
    let runs = 0;
    const run = (items: number[]): Promise<number[]> => {
      runs += 1;
      return Promise.resolve(items.slice(1));
    };
    const batcher = createBatcher({ run, ...limits });
    const outcomes = await Promise.allSettled([1, 2].map((item) => batcher.add(item)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });

  it('survives a run that throws before it returns a promise', async () => {
    const run = (): Promise<number[]> => {
      throw new Error('at once');
    };
    const batcher = createBatcher({ run, ...limits });
    await expect(batcher.add(1)).rejects.toThrow('at once');
    await batcher.idle();
  });

  it('refuses an item when too many wait, and takes items again afterwards', async () => {
    const { run, openNext } = gated();
    const batcher = createBatcher({ run, maxBatch: 1, maxQueued: 2 });
    const first = batcher.add(1);
    await turn();
    const waiting = [batcher.add(2), batcher.add(3)];
    await expect(batcher.add(4)).rejects.toBeInstanceOf(Overloaded);
    expect(batcher.size).toBe(3);
    openNext();
    expect(await first).toBe(10);
    await turn();
    waiting.push(batcher.add(5));
    for (let index = 0; index < 3; index += 1) {
      openNext();
      await turn();
    }
    expect(await Promise.all(waiting)).toEqual([20, 30, 50]);
  });

  it('is idle only once the last item has its verdict', async () => {
    const { run, openNext } = gated();
    const batcher = createBatcher({ run, ...limits });
    await batcher.idle();
    const added = batcher.add(1);
    let idle = false;
    const waited = batcher.idle().then(() => (idle = true));
    await turn();
    expect(idle).toBe(false);
    openNext();
    await waited;
    expect(batcher.size).toBe(0);
    expect(await added).toBe(10);
  });
});
