import { expectTypeOf, it } from 'vitest';
import type { Spoken } from './spoken.ts';

const boxWords = {
  title: 'Box',
  sizes: ['small', 'large'],
  holds: (count: number) => `${count} things`,
  of: { cat: 'A box for a cat' },
} as const;

it('a translation has every name, and functions of the same values', () => {
  expectTypeOf(boxWords).toExtend<Spoken<typeof boxWords>>();
  expectTypeOf({
    title: 'Kiste',
    sizes: ['klein', 'groß'] as const,
    holds: (count: number) => `${count} Dinge`,
    of: { cat: 'Katzenkiste' },
  }).toExtend<Spoken<typeof boxWords>>();
  expectTypeOf({ title: 'Kiste' }).not.toExtend<Spoken<typeof boxWords>>();
  expectTypeOf<Spoken<typeof boxWords>['holds']>().parameters.toEqualTypeOf<[number]>();
});
