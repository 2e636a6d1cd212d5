import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, decimalOf, isGreater, subtractDecimals } from './decimal.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('§22 decimals', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-2.5, '-2.5'],
    [10, '10'],
  ])('write %d as %s', (value, text) => {
    expect(decimalOf(value)).toBe(text);
  });

  it('add what numbers only approximate', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('1e308', decimalOf(5e-324))).toHaveLength(309 + 1 + 324);
  });

  it('compare by value, not by text', () => {
    expect(isGreater('10', '9.99')).toBe(true);
    expect(isGreater('0.30', '0.3')).toBe(false);
    expect(isGreater('-1', '0')).toBe(false);
  });

  it('stand for their number exactly', () => {
    fc.assert(fc.property(finite, (value) => Number(decimalOf(value)) === (value === 0 ? 0 : value)));
  });

  it('give back exactly what was added, in any order', () => {
    fc.assert(
      fc.property(fc.array(finite, { maxLength: 8 }), finite, (values, value) => {
        const sum = values.map(decimalOf).reduce(addDecimals, '0');
        const back = [...values].reverse().map(decimalOf).reduce(addDecimals, '0');
        expect(back).toBe(sum);
        expect(subtractDecimals(addDecimals(sum, decimalOf(value)), decimalOf(value))).toBe(sum);
      }),
    );
  });
});
