import { beforeEach, describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../../platform/telemetry/attempt-outcome.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';

const REFUSED = { outcome: 'connection_failed', statusCode: null } as const;
const DELIVERED = { outcome: 'delivered', statusCode: 204 } as const;

let time = 0;
let breaker: Breaker;

beforeEach(() => {
  time = 0;
  breaker = createBreaker({ now: () => time });
});

function fail(endpoint: string, times: number): void {
  for (let i = 0; i < times; i += 1) breaker.record(endpoint, REFUSED);
}

describe('the breaker', () => {
  it('opens on the twentieth transient failure in a row, for that endpoint alone', () => {
    fail('a', 19);
    expect(breaker.admit('a')).toBe(true);
    fail('a', 1);
    expect(breaker.admit('a')).toBe(false);
    expect(breaker.openUntil('a')).toBe(15_000);
    expect(breaker.admit('b')).toBe(true);
    expect(breaker.openUntil('b')).toBeNull();
  });

  it.each([
    ['connection_failed', null],
    ['tls_failed', null],
    ['dns_failed', null],
    ['timeout', null],
    ['http_error', 500],
    ['http_error', 503],
  ] as [AttemptOutcome, number | null][])('counts %s %s', (outcome, statusCode) => {
    for (let i = 0; i < 20; i += 1) breaker.record('a', { outcome, statusCode });
    expect(breaker.admit('a')).toBe(false);
  });

  it.each([
    ['delivered', 200],
    ['http_error', 404],
    ['http_error', 429],
    ['redirected', 302],
  ] as [AttemptOutcome, number][])(
    'starts to count anew after %s %d, which a living endpoint gave',
    (outcome, statusCode) => {
      fail('a', 19);
      breaker.record('a', { outcome, statusCode });
      fail('a', 19);
      expect(breaker.admit('a')).toBe(true);
    },
  );

  it.each(['address_refused', 'no_credential', 'crashed'] as AttemptOutcome[])(
    'takes %s for neither good nor bad',
    (outcome) => {
      fail('a', 19);
      for (let i = 0; i < 30; i += 1) breaker.record('a', { outcome, statusCode: null });
      expect(breaker.admit('a')).toBe(true);
      fail('a', 1);
      expect(breaker.admit('a')).toBe(false);
    },
  );

  it('lets one probe through after 15 s, and closes when it succeeds', () => {
    fail('a', 20);
    time = 14_999;
    expect(breaker.admit('a')).toBe(false);
    time = 15_000;
    expect([breaker.admit('a'), breaker.admit('a'), breaker.admit('a')]).toEqual([true, false, false]);
    breaker.record('a', DELIVERED);
    expect([breaker.admit('a'), breaker.admit('a')]).toEqual([true, true]);
    fail('a', 19);
    expect(breaker.admit('a')).toBe(true);
  });

  it('stays open for another 15 s from the failure of a probe', () => {
    fail('a', 20);
    time = 15_000;
    breaker.admit('a');
    time = 25_000;
    fail('a', 1);
    time = 39_999;
    expect(breaker.admit('a')).toBe(false);
    time = 40_000;
    expect(breaker.admit('a')).toBe(true);
  });

  it('is not held open by attempts that were under way when it opened', () => {
    fail('a', 20);
    time = 9_000;
    fail('a', 5);
    expect(breaker.openUntil('a')).toBe(15_000);
  });

  it('sends another probe where the first is never heard of again', () => {
    fail('a', 20);
    time = 15_000;
    expect(breaker.admit('a')).toBe(true);
    time = 30_000;
    expect(breaker.admit('a')).toBe(true);
  });

  it('forgets the oldest closed endpoint first when it is full, and never grows past its capacity', () => {
    breaker = createBreaker({ now: () => time, threshold: 2, capacity: 3 });
    fail('open', 2);
    fail('old', 1);
    fail('young', 1);
    fail('new', 1);
    fail('young', 1);
    expect(breaker.admit('young')).toBe(false);
    expect(breaker.admit('open')).toBe(false);
    fail('old', 1);
    expect(breaker.admit('old')).toBe(true);
    for (const name of ['p', 'q', 'r', 's']) fail(name, 2);
    expect(breaker.admit('open')).toBe(true);
    expect(['p', 'q', 'r', 's'].filter((name) => !breaker.admit(name)).length).toBeLessThanOrEqual(3);
  });
});
