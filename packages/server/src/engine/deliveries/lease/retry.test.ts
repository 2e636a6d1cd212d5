import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '@parley/protocol';
import { settlementOf, type RetrySchedule } from './retry.ts';

const minute = 60_000;
const schedule: RetrySchedule = { delaysMs: [1, 5, 30, 120, 720].map((m) => m * minute), maxAttempts: 5 };
const fresh = { attemptCount: 0, attemptsBefore: 0, crashCount: 0 };
const failure = { outcome: 'http_error', permanent: false, retryAfterMs: null } as const;
const now = Date.parse('2026-03-01T09:00:00Z');

const delayAfter = (attemptCount: number, change: Partial<RetrySchedule> = {}, random = 0) => {
  const { nextAttemptAt } = settlementOf({ ...fresh, attemptCount }, failure, { ...schedule, ...change }, now, random);
  return nextAttemptAt === null ? null : nextAttemptAt.getTime() - now;
};

describe('what comes after an attempt', () => {
  it('is nothing once the agent took it', () => {
    const taken = settlementOf(fresh, { ...failure, outcome: 'delivered' }, schedule, now);
    expect(taken).toEqual({ status: 'delivered', nextAttemptAt: null });
  });

  it('is another after 1, 5, 30 and 120 minutes, and nothing after the fifth', () => {
    expect([0, 1, 2, 3, 4].map((made) => delayAfter(made))).toEqual([
      minute,
      5 * minute,
      30 * minute,
      120 * minute,
      null,
    ]);
  });

  it('comes 12 hours after the fifth where the operator allows six, and repeats the last delay beyond the list', () => {
    expect(delayAfter(4, { maxAttempts: 6 })).toBe(720 * minute);
    expect(delayAfter(6, { maxAttempts: 9 })).toBe(720 * minute);
  });

  it('is nothing after the first where only one attempt is allowed', () => {
    expect(delayAfter(0, { maxAttempts: 1 })).toBeNull();
  });

  it('is nothing after a failure that another attempt cannot mend', () => {
    expect(settlementOf(fresh, { ...failure, permanent: true }, schedule, now)).toEqual({
      status: 'failed',
      nextAttemptAt: null,
    });
  });

  it('starts the schedule over after a replay', () => {
    const replayed = { attemptCount: 5, attemptsBefore: 5, crashCount: 0 };
    const { nextAttemptAt } = settlementOf(replayed, failure, schedule, now, 0);
    expect(nextAttemptAt?.getTime()).toBe(now + minute);
  });

  it('is nothing after the third crash, although attempts are left', () => {
    const crashed = { ...failure, outcome: 'crashed' } as const;
    const after = (crashCount: number) => settlementOf({ ...fresh, crashCount }, crashed, schedule, now).nextAttemptAt;
    expect([0, 1].map(after)).not.toContain(null);
    expect(after(limits.crashesBeforeQuarantine - 1)).toBeNull();
  });
});

describe('the delay before the next attempt', () => {
  it('§6 is never shorter than the schedule says, and at most a tenth longer', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.double({ min: 0, max: 1, noNaN: true }), (made, random) => {
        const planned = schedule.delaysMs[made] as number;
        const delay = delayAfter(made, {}, random) as number;
        expect(delay).toBeGreaterThanOrEqual(planned);
        expect(delay).toBeLessThanOrEqual(planned * 1.1 + 1);
      }),
    );
  });

  it('follows Retry-After where that is longer, up to twice the schedule, and never becomes shorter by it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 1e9 }),
        (attemptCount, random, retryAfterMs) => {
          const planned = schedule.delaysMs[attemptCount] as number;
          const asked = { ...failure, retryAfterMs };
          const settled = settlementOf({ ...fresh, attemptCount }, asked, schedule, now, random);
          const delay = (settled.nextAttemptAt as Date).getTime() - now;
          expect(delay).toBeGreaterThanOrEqual(planned);
          expect(delay).toBeLessThanOrEqual(2 * planned);
          if (retryAfterMs <= 2 * planned) expect(delay).toBeGreaterThanOrEqual(retryAfterMs);
        },
      ),
    );
  });
});

describe('a delivery that always fails', () => {
  it('is attempted exactly as often as allowed, whatever the schedule', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(delays, fc.integer({ min: 1, max: 10 }), fc.nat({ max: 7 }), (delaysMs, maxAttempts, before) => {
        let made = 0;
        let next: Date | null = new Date(now);
        while (next !== null) {
          const delivery = { attemptCount: before + made, attemptsBefore: before, crashCount: 0 };
          next = settlementOf(delivery, failure, { delaysMs, maxAttempts }, now).nextAttemptAt;
          made++;
        }
        expect(made).toBe(maxAttempts);
      }),
    );
  });
});
