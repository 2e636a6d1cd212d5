import { afterEach, expect, test, vi } from 'vitest';
import { logToStderr } from './log.ts';

afterEach(() => vi.restoreAllMocks());

function written(...args: Parameters<typeof logToStderr>): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  logToStderr(...args);
  return String(write.mock.calls[0]?.[0]);
}

test('a call writes one line, whatever it is given', () => {
  const line = written('warn', 'Two\n  lines', { id: 'dlv_1', text: 'a\nb', count: 2, none: undefined });
  expect(line).toBe('warn Two lines id=dlv_1 text="a\\nb" count=2 none=undefined\n');
});

test('what would move the cursor or turn the direction is written as its code', () => {
  const line = written('warn', 'An \u202eodd\u001b[2J name', { error: new Error('also \u2066here\u009b') });
  expect(line).toMatch(/^warn An \\u202Eodd\\u001B\[2J name error="also \\u2066here\\u009B at /);
});

test('an error is written with the place where it was thrown', () => {
  const line = written('error', 'Failed.', { error: new Error('no "luck"') });
  expect(line).toMatch(/^error Failed\. error="no \\"luck\\" at .*log\.test\.ts:\d+:\d+\)?"\n$/);
});
