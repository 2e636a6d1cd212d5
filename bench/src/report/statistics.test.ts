import { expect, it } from 'vitest';
import { percentile, ratiosOf, spreadOf } from './statistics.ts';

it('takes the middle of an odd number of values, whatever their order', () => {
  expect(spreadOf([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9 });
});

it('takes the mean of the two in the middle of an even number of values', () => {
  expect(spreadOf([4, 1, 2, 10]).median).toBe(3);
});

it('places a percentile between its neighbours in proportion', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile([10, 20], 25)).toBe(12.5);
});

it('leaves the values it is given in their order', () => {
  const values = [3, 1, 2];
  percentile(values, 50);
  expect(values).toEqual([3, 1, 2]);
});

it('compares repeat with repeat, so that a slow repeat of both changes no ratio', () => {
  expect(ratiosOf([100, 50], [50, 25], 'higher')).toEqual([2, 2]);
});

it('turns the ratio round where less is better', () => {
  expect(ratiosOf([2, 4], [8, 4], 'lower')).toEqual([4, 1]);
});

it('gives no ratio where a repeat is missing, unknown or not above zero', () => {
  expect(ratiosOf([1, 2], [1], 'higher')).toBeNull();
  expect(ratiosOf([1], [NaN], 'lower')).toBeNull();
  expect(ratiosOf([-0.1], [3], 'lower')).toBeNull();
});
