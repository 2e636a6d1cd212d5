import { describe, expect, it } from 'vitest';
import { Refused } from '../../platform/routing/refusal.ts';
import { createReadTurns } from './read-turns.ts';

const here = () => false;

/** Reads that end when the test says so, in the order in which they began. */
function reads() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, read, endNext };
}

describe('the reads of one caller', () => {
  it('§10 go on so many at once, in their order, while others have their own turns', async () => {
    const turns = createReadTurns({ atOnce: 2, mostWaiting: 10 });
    const { begun, read, endNext } = reads();
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.take('ada', here, read(name)));
    all.push(turns.take('bob', here, read('b1')));
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await endNext();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (let left = 0; left < 4; left += 1) await endNext();
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('§10 are refused beyond those that may wait, and taken again once there is room', async () => {
    const turns = createReadTurns({ atOnce: 1, mostWaiting: 1 });
    const { begun, read, endNext } = reads();
    const [first, second] = [turns.take('ada', here, read('first')), turns.take('ada', here, read('second'))];
    await expect(turns.take('ada', here, read('third'))).rejects.toMatchObject({ refusal: { code: 'overloaded' } });
    await endNext();
    await endNext();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    const last = turns.take('ada', here, read('last'));
    await endNext();
    expect(await last).toBe('last');
    expect(begun).not.toContain('third');
  });

  it('are not done for who has gone, and hand their turn on when they fail', async () => {
    const turns = createReadTurns({ atOnce: 1, mostWaiting: 3 });
    const { begun, read, endNext } = reads();
    const fails = turns.take('ada', here, () => Promise.reject(new Error('It broke.')));
    const gone = turns.take('ada', () => true, read('gone'));
    const stays = turns.take('ada', here, read('stays'));
    await expect(fails).rejects.toThrow('It broke.');
    await expect(gone).rejects.toBeInstanceOf(Refused);
    expect(begun).toEqual(['stays']);
    await endNext();
    expect(await stays).toBe('stays');
  });
});
