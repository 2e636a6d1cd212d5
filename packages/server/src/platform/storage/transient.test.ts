import { describe, expect, it } from 'vitest';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { isConnectionLoss, isTransient, retryTransient } from './transient.ts';

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('transient errors', () => {
  it.each(['40001', '40P01', '57P01', '57P03', '53300', '08006', '25P03', 'ECONNRESET', 'ECONNREFUSED', '26000'])(
    'include %s',
    (code) => expect(isTransient(coded(code))).toBe(true),
  );

  it.each(['23505', '22P02', '42601', '57014', '0A000', '28P01', ''])('do not include "%s"', (code) =>
    expect(isTransient(coded(code))).toBe(false),
  );

  it('include the sentences by which the driver reports a broken connection', () => {
    expect(isConnectionLoss(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isConnectionLoss(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
    expect(isConnectionLoss(new Error('syntax error'))).toBe(false);
  });

  it('include the sentences by which the driver reports a silent connection and a pool that had none to give', () => {
    expect(isConnectionLoss(new Error('Query read timeout'))).toBe(true);
    expect(isConnectionLoss(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });

  it('do not include a commit whose outcome is unknown, which must not be applied twice', () => {
    expect(isTransient(new CommitOutcomeUnknown(coded('ECONNRESET')))).toBe(false);
  });

  it.each([undefined, null, 'text', 7, { code: 40001 }])('survive being anything: %s', (value) =>
    expect(isTransient(value)).toBe(false),
  );
});

describe('retrying', () => {
  it('runs the work again until it succeeds, and reports each failure', async () => {
    const reported: number[] = [];
    let runs = 0;
    const work = (): Promise<string> => ((runs += 1) < 3 ? Promise.reject(coded('40001')) : Promise.resolve('done'));
    const options = { attempts: 3, pauseMs: 1, onRetry: (_: unknown, attempt: number) => reported.push(attempt) };
    expect(await retryTransient(work, options)).toBe('done');
    expect(reported).toEqual([1, 2]);
  });

  it('passes on the last error when the attempts are used up', async () => {
    let runs = 0;
    const work = (): Promise<never> => Promise.reject(coded('40001', `run ${(runs += 1)}`));
    await expect(retryTransient(work, { attempts: 3, pauseMs: 1 })).rejects.toThrow('run 3');
    expect(runs).toBe(3);
  });

  it('does not run work again that failed for good', async () => {
    let runs = 0;
    const work = (): Promise<never> => Promise.reject(coded('23505', `run ${(runs += 1)}`));
    await expect(retryTransient(work, { attempts: 3, pauseMs: 1 })).rejects.toThrow('run 1');
  });
});
