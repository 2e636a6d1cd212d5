import type { Random } from './engine/random.ts';

/** Something of the product that takes input from strangers, and what must hold whatever it is given. */
export interface Target {
  readonly name: string;
  /** The sources under test, as endings of their paths. An input that reaches a new part of them is kept. */
  readonly sources: readonly string[];
  /** Pieces that mean something to what is tested; mutations put them in. */
  readonly tokens: readonly string[];
  /** Makes a new input, mostly of the right form. */
  make(random: Random): Uint8Array;
  /** Changes an input in a way that keeps its form; byte by byte is done for every target. */
  mutate?(input: Uint8Array, random: Random): Uint8Array;
  /** Throws where the product does not do what it should. */
  check(input: Uint8Array): void;
}

/** A target whose input is text. `latin1` is how headers arrive: a character for each byte. */
export function textTarget(
  target: Omit<Target, 'make' | 'mutate' | 'check'> & {
    readonly encoding: 'latin1' | 'utf8';
    make(random: Random): string;
    check(text: string): void;
  },
): Target {
  const { encoding } = target;
  return {
    ...target,
    make: (random) => Buffer.from(target.make(random), encoding),
    check: (input) => target.check(Buffer.from(input).toString(encoding)),
  };
}

/** Ends a check: the product did not do what it should. */
export function claim(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new BrokenClaim(otherwise);
}

/** Ends a check unless two things are the same once they are written as JSON. */
export function claimSame(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  claim(found === wanted, `${what}: found ${found}, expected ${wanted}`);
}

export class BrokenClaim extends Error {}
