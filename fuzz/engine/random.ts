/** Numbers that look random and are the same for the same seed, so that a run can be had again. */
export interface Random {
  /** A whole number from 0 to `bound` - 1; 0 where `bound` is not positive. */
  below(bound: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** Makes numbers from a seed: a counter whose bits are mixed thoroughly. */
export function seededRandom(seed: number): Random {
  let counter = seed >>> 0;
  const next = (): number => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (bound: number) => (bound <= 1 ? 0 : Math.floor((next() / 2 ** 32) * bound));
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() / 2 ** 32 < share,
    pick(choices) {
      if (choices.length === 0) throw new Error('There is nothing to pick from.');
      return choices[below(choices.length)] as (typeof choices)[number];
    },
  };
}
