import { describe, expect, it } from 'vitest';
import { invocationMoveNames as moves, invocationMoves, isEnd, nextState, type InvocationState } from './invocation.ts';

const states = Object.keys(invocationMoves) as InvocationState[];

/** Written out a second time, so that a mistake in the table is found. */
const legal = new Map<string, InvocationState>([
  ['created allow', 'approved'],
  ['created ask', 'waiting_approval'],
  ['created deny', 'denied'],
  ['waiting_approval approve', 'approved'],
  ['waiting_approval deny', 'denied'],
  ['waiting_approval expire', 'expired'],
  ['approved claim', 'running'],
  ['running release', 'approved'],
  ['running deny', 'denied'],
  ['running succeed', 'succeeded'],
  ['running fail', 'failed'],
]);
const every = states.flatMap((state) =>
  moves.map((move) => [state, move, legal.get(`${state} ${move}`) ?? null] as const),
);

describe('an invocation', () => {
  it.each(every)('that is %s and is told to %s becomes %s', (state, move, next) => {
    expect(nextState(state, move)).toBe(next);
  });

  it('ends where no move leads on, which is where a result says how', () => {
    expect(states.filter(isEnd)).toEqual(['succeeded', 'failed', 'denied', 'expired']);
  });

  it('can always reach an end', () => {
    for (const start of states) {
      const reached = new Set([start]);
      for (const state of reached) for (const move of moves) addIf(reached, nextState(state, move));
      expect([...reached].some(isEnd)).toBe(true);
    }
  });

  it('reaches an end without a person only where policy decided', () => {
    expect(nextState('waiting_approval', 'claim')).toBeNull();
    expect(nextState('created', 'claim')).toBeNull();
  });
});

function addIf(states: Set<InvocationState>, state: InvocationState | null): void {
  if (state !== null) states.add(state);
}
