import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { taskStatuses, type TaskStatus } from '@parley/protocol';
import { isOver, taskMoves, type AssertedStatus, type Move } from './task.ts';

interface Vector {
  from: TaskStatus;
  to: AssertedStatus;
  then: Move;
}

const file = new URL('../../../../../conformance/transitions/tasks.json', import.meta.url);
const { moves } = JSON.parse(readFileSync(file, 'utf8')) as { moves: Vector[] };

test.each(moves)('§5 from $from, an update to $to $then', ({ from, to, then }) => {
  expect(taskMoves[from][to]).toBe(then);
});

test('the vectors name every state with every move once', () => {
  const named = moves.map(({ from, to }) => `${from} ${to}`);
  const asserted = Object.keys(taskMoves.created);
  expect(named.sort()).toEqual(taskStatuses.flatMap((from) => asserted.map((to) => `${from} ${to}`)).sort());
});

test('nothing leads out of a state that is over', () => {
  expect(taskStatuses.filter(isOver)).toEqual(['completed', 'failed', 'cancelled']);
  for (const status of taskStatuses.filter(isOver)) {
    expect(new Set(Object.values(taskMoves[status]))).toEqual(new Set(['illegal']));
  }
});
