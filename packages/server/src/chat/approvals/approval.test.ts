import { approvalStates, type ApprovalState } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvalMoves, authorizeMove, type ApprovalEnd } from './approval.ts';

const ends: ApprovalEnd[] = ['approved', 'denied', 'expired'];
const early = new Date(1000);

describe('an approval', () => {
  it.each(approvalStates.flatMap((state) => ends.map((end) => [state, end] as const)))(
    'that is %s and is to be %s moves only if it is pending',
    (state, end) => {
      const move = approvalMoves[state][end];
      expect(move === 'moves').toBe(state === 'pending');
      if (state === end) expect(move).toBe('same');
    },
  );

  it('cannot be resolved from the moment on at which it expires', () => {
    const pending = { state: 'pending' as const, expires_at: early };
    expect(authorizeMove(pending, 'approved', 999)).toBe('moves');
    expect(authorizeMove(pending, 'approved', 1000)).toBe('approval_expired');
    expect(authorizeMove(pending, 'denied', 1000)).toBe('approval_expired');
    expect(authorizeMove(pending, 'expired', 1000)).toBe('moves');
  });

  it('ends once, whatever is tried in whatever order', () => {
    const attempt = fc.record({ end: fc.constantFrom(...ends), at: fc.integer({ min: 0, max: 2000 }) });
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 30 }), (attempts) => {
        let state: ApprovalState = 'pending';
        let moved = 0;
        for (const { end, at } of attempts.sort((a, b) => a.at - b.at)) {
          const verdict = authorizeMove({ state, expires_at: early }, end, at);
          if (verdict !== 'moves') continue;
          moved += 1;
          state = end;
        }
        expect(moved).toBeLessThanOrEqual(1);
        expect(state === 'pending').toBe(moved === 0);
        for (const end of ends) {
          const repeated = authorizeMove({ state, expires_at: early }, end, 3000);
          if (state === 'pending') continue;
          expect(repeated === 'same').toBe(end === state || end === 'expired');
        }
      }),
    );
  });
});
