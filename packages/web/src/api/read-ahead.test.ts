import { afterEach, expect, it, vi } from 'vitest';
import { forgetAhead, readAhead, takeAhead } from './read-ahead.ts';

afterEach(() => {
  forgetAhead();
  vi.unstubAllGlobals();
});

it('lets go of the connections of what nobody took, and of no other', () => {
  const signals = new Map<string, AbortSignal>();
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string, { signal }: { signal: AbortSignal }) => {
      signals.set(path, signal);
      return Promise.resolve(new Response('{}'));
    }),
  );
  readAhead('/');
  expect(takeAhead('/v1/waiting')).toBeDefined();
  forgetAhead();
  expect([...signals].map(([path, { aborted }]) => [path, aborted])).toEqual([
    ['/v1/session', true],
    ['/v1/waiting', false],
    ['/v1/conversations?limit=200', true],
  ]);
  expect(takeAhead('/v1/session')).toBeUndefined();
});
