import { expect, it } from 'vitest';
import { measureText } from './text-length.ts';

it('counts code points, so that an emoji is one', () => {
  expect(measureText('😀'.repeat(10_000))).toEqual({ isSendable: true, left: 0 });
  expect(measureText('😀'.repeat(10_001))).toEqual({ isSendable: false, left: -1 });
});

it('says how many are left only near the bound', () => {
  expect(measureText('a'.repeat(9_500)).left).toBeNull();
  expect(measureText('a'.repeat(9_501)).left).toBe(499);
});

it('does not send nothing', () => {
  expect(measureText('').isSendable).toBe(false);
  expect(measureText(' \n ').isSendable).toBe(false);
});
