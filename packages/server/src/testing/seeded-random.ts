/** Random choices that are the same for the same seed. */
export interface SeededRandom {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number;
  /** Returns a whole number from `min` to `max`, including both. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** Creates a generator with 32 bits of state (mulberry32), which is enough for test choices. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick<T>(choices: readonly T[]) {
      if (choices.length === 0) throw new Error('There is nothing to pick from.');
      return choices[whole(0, choices.length - 1)] as T;
    },
  };
}
