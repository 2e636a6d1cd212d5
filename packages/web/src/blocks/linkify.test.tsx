import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.tsx';

/** Returns the rendered text with its links in brackets. */
function shown(text: string): string {
  return linkify(text)
    .map((part) => (typeof part === 'string' ? part : `[${(part as ReactElement<{ href: string }>).props.href}]`))
    .join('');
}

describe('addresses in a text', () => {
  it('are links without the punctuation behind them, but for a bracket that they opened', () => {
    expect(shown('See https://a.example/b, or (https://c.example/d).')).toBe(
      'See [https://a.example/b], or ([https://c.example/d]).',
    );
    expect(shown('https://a.example/b_(c)')).toBe('[https://a.example/b_(c)]');
    expect(shown('Write to ann@a.example.')).toBe('Write to [mailto:ann@a.example].');
    expect(shown('http://a.example')).toBe('http://a.example');
  });
});

const sizes = [3_750, 15_000, 60_000, 240_000] as const;
const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const hostile: Readonly<Record<string, (length: number) => string>> = {
  'the beginning of an address again and again': (length) => filled('http://', length),
  'the beginning of a safe address again and again': (length) => filled('https://', length),
  'a long name with dots': (length) => filled('a.', length),
  'a long name behind an at sign': (length) => `a@${filled('a.', length)}@`,
  'at signs': (length) => filled('@', length),
  'names between at signs': (length) => filled('a@a@', length),
  'names as long as names may be': (length) => filled(`${'a'.repeat(64)}@${'b'.repeat(63)}`, length),
  'an address full of closing brackets': (length) => `https://${filled(')', length)}a`,
  'an address full of dots': (length) => `https://${filled('.', length)}a`,
  'an address full of brackets': (length) => `https://${filled('()[]', length)}a`,
  'many short addresses': (length) => filled('https://a.example. ', length),
};

describe('a hostile text', () => {
  it.each(Object.entries(hostile))('takes time in proportion to its length: %s', (_name, make) => {
    const shortestMs = msFor(make(sizes[0]));
    for (const length of sizes) {
      // With quadratic time, the last text would take 4,096 times as long as the first, not 64 times.
      const mostMs = 8 * (length / sizes[0]) * Math.max(shortestMs, 1);
      expect(msFor(make(length)), `${length} characters`).toBeLessThan(mostMs);
    }
  });
});

/** Returns the time for a text: the shortest of three tries, because the machine may be busy. A slow try is not repeated. */
function msFor(text: string): number {
  let shortestMs = Infinity;
  for (let tries = 0; tries < 3 && (tries === 0 || shortestMs < 1000); tries += 1) {
    const begun = performance.now();
    void linkify(text);
    shortestMs = Math.min(shortestMs, performance.now() - begun);
  }
  return shortestMs;
}
