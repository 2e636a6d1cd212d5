import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './parse-range.ts';

const size = fc.integer({ min: 1, max: 30_000_000 });
const whole = fc.integer({ min: 0, max: 40_000_000 });

describe('parseRange', () => {
  it('gives a range inside of what is there, whatever the header says, or none', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(whole, whole).map(([from, to]) => `bytes=${from}-${to}`),
      whole.map((from) => `bytes=${from}-`),
      whole.map((last) => `bytes=-${last}`),
      fc.stringMatching(/^bytes=[\d,\- ]{0,30}$/),
    );
    fc.assert(
      fc.property(header, size, (text, bytes) => {
        const range = parseRange(text, bytes);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(bytes);
      }),
    );
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(size, fc.double({ min: 0, max: 1, noNaN: true }), whole, (bytes, share, more) => {
        const first = Math.floor((bytes - 1) * share);
        const last = Math.min(first + more, bytes - 1);
        expect(parseRange(`bytes=${first}-${last}`, bytes)).toEqual({ first, last });
        expect(parseRange(`bytes=${first}-`, bytes)).toEqual({ first, last: bytes - 1 });
        expect(parseRange(`bytes=-${bytes - first}`, bytes)).toEqual({ first, last: bytes - 1 });
      }),
    );
  });

  it('says of every range that begins past the end that it cannot be had', () => {
    fc.assert(
      fc.property(size, whole, (bytes, beyond) => {
        expect(parseRange(`bytes=${bytes + beyond}-`, bytes)).toBe('unsatisfiable');
        expect(parseRange(`bytes=${bytes + beyond}-${bytes + beyond + 1}`, bytes)).toBe('unsatisfiable');
      }),
    );
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=1.0-2'])(
    'takes %j for no range',
    (header) => {
      expect(parseRange(header, 10)).toBeNull();
    },
  );

  it('gives all of a short thing whose last bytes are asked for', () => {
    expect(parseRange('bytes=-99', 10)).toEqual({ first: 0, last: 9 });
    expect(parseRange(`bytes=0-${'9'.repeat(40)}`, 10)).toEqual({ first: 0, last: 9 });
  });
});
