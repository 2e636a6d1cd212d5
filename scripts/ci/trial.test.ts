import { expect, test } from 'vitest';
import type { Stage } from './stage.ts';
import { runInTurn, runTrial } from './trial.ts';

const endsWith = (status: number): Stage => ({
  root: '.',
  reportPath: (name) => name,
  run: async () => ({ status, seconds: 1 }),
});

test('a trial passes, fails under its name, or is skipped where the machine lacks something', async () => {
  const tally = (status: number) => runTrial(endsWith(status), 'tea', ['make', 'tea'], 1);
  expect(await tally(0)).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  expect(await tally(1)).toMatchObject({ passed: 0, failed: 1, skipped: 0, failures: ['tea'] });
  expect(await tally(3)).toMatchObject({ passed: 0, failed: 0, skipped: 1 });
});

test('trials run one after another, also after one that failed', async () => {
  const order: number[] = [];
  const trial = (place: number, status: number) => async () => {
    order.push(place);
    return runTrial(endsWith(status), `trial ${place}`, ['true'], 1);
  };
  const tally = await runInTurn([trial(1, 1), trial(2, 0)]);
  expect(tally).toMatchObject({ passed: 1, failed: 1, failures: ['trial 1'] });
  expect(order).toEqual([1, 2]);
});
