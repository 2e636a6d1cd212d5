import { expectTypeOf, it } from 'vitest';
import type { Translation } from './translation.ts';

const boxWords = {
  title: 'Box',
  sizes: ['small', 'large'],
  holds: (count: number) => `${count} things`,
  of: { cat: 'A box for a cat' },
} as const;

it('a translation has every name, and functions of the same values', () => {
  expectTypeOf(boxWords).toExtend<Translation<typeof boxWords>>();
  expectTypeOf({
    title: 'Kiste',
    sizes: ['klein', 'groß'] as const,
    holds: (count: number) => `${count} Dinge`,
    of: { cat: 'Katzenkiste' },
  }).toExtend<Translation<typeof boxWords>>();
  expectTypeOf({ title: 'Kiste' }).not.toExtend<Translation<typeof boxWords>>();
  expectTypeOf<Translation<typeof boxWords>['holds']>().parameters.toEqualTypeOf<[number]>();
});
