import { expect, test } from 'vitest';
import type { Stage } from './stage.ts';
import { runInTurn, runStep, runTrial } from './trial.ts';

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

test('a step fails with every status but 0: some programs end with the number of faults', async () => {
  const tally = (status: number) => runStep(endsWith(status), 'arrows', ['depcruise'], 1);
  expect(await tally(0)).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  for (const status of [1, 2, 3])
    expect(await tally(status)).toMatchObject({ passed: 0, failed: 1, skipped: 0, failures: ['arrows'] });
});

test('what runs in turn goes on after one that failed', async () => {
  const order: number[] = [];
  const tally = await runInTurn([1, 0], (status) => {
    order.push(status);
    return runTrial(endsWith(status), `trial ${status}`, ['true'], 1);
  });
  expect(tally).toMatchObject({ passed: 1, failed: 1, failures: ['trial 1'] });
  expect(order).toEqual([1, 0]);
});
