import fc from 'fast-check';

/** Something of the product that takes input from strangers, and what must hold whatever it is given. */
export interface Target {
  readonly name: string;
  /** Pieces that mean something to what is tested; they are put into inputs anywhere. */
  readonly tokens: readonly string[];
  /** New inputs, mostly of the right form; changing them byte by byte is done for every target. */
  readonly inputs: fc.Arbitrary<Uint8Array>;
  /** Throws where the product does not do what it should. */
  check(input: Uint8Array): void;
}

/** A target whose input is text. `latin1` is how headers arrive: a character for each byte. */
export function textTarget(
  target: Omit<Target, 'inputs' | 'check'> & {
    readonly encoding: 'latin1' | 'utf8';
    readonly inputs: fc.Arbitrary<string>;
    check(text: string): void;
  },
): Target {
  const { encoding } = target;
  return {
    ...target,
    inputs: target.inputs.map((text) => Buffer.from(text, encoding)),
    check: (input) => target.check(Buffer.from(input).toString(encoding)),
  };
}

/** Texts one after the other; where a list stands, one of its members. */
export function words(...parts: readonly (readonly string[] | fc.Arbitrary<string | number>)[]): fc.Arbitrary<string> {
  const arbitraries = parts.map((part) => (part instanceof fc.Arbitrary ? part : oneOf(...part)));
  return fc.tuple(...arbitraries).map((texts) => texts.join(''));
}

/** One of these; one that stands twice comes twice as often. */
export function oneOf<T>(...choices: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...choices);
}

/** A whole number, both ends included. */
export function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max });
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

class BrokenClaim extends Error {}
