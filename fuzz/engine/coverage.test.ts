import { expect, it } from 'vitest';
import { watchCoverage } from './coverage.ts';
import { seededRandom } from './random.ts';

it('sees what has run for the first time, in the files it watches', () => {
  const random = seededRandom(1);
  const [watching, elsewhere] = [watchCoverage(['engine/random.ts']), watchCoverage(['engine/nothing.ts'])];
  random.below(9);
  expect([watching.look(), elsewhere.look()]).toEqual([true, false]);
  watching.learn();
  random.below(9);
  expect(watching.look()).toBe(false);
  expect(() => random.pick([])).toThrow();
  expect(watching.look()).toBe(true);
  watching.close();
  elsewhere.close();
});
