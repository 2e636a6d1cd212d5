import fc from 'fast-check';
import type { Target } from './target.ts';

export interface Trial {
  readonly seed: number;
  readonly durationMs: number;
  /** Inputs that are kept: they are tried first, and then changed. */
  readonly corpus: readonly Uint8Array[];
}

export interface Verdict {
  readonly runs: number;
  /** The first input that went wrong, made small, and what went wrong with it. */
  readonly failure: { readonly input: Uint8Array; readonly fault: string } | null;
}

/** Tries inputs on a target until the time is over or one goes wrong; the same seed and corpus give the same inputs. */
export function tryTarget(target: Target, { seed, durationMs, corpus }: Trial): Verdict {
  const property = fc.property(inputsOf(target, corpus), (input) => faultOf(target, input) === null);
  const { numRuns, counterexample } = fc.check(property, {
    seed,
    examples: corpus.map((input) => [input]),
    numRuns: Number.POSITIVE_INFINITY,
    interruptAfterTimeLimit: durationMs,
    markInterruptAsFailure: false,
  });
  if (!counterexample) return { runs: numRuns, failure: null };
  const [input] = counterexample;
  return { runs: numRuns, failure: { input, fault: faultOf(target, input) ?? 'It went wrong once, and not again.' } };
}

const longest = 4096;

/** What a target is given: inputs of its own making, and those and the corpus changed in up to four places. */
export function inputsOf(target: Target, corpus: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const kept = fc.constantFrom<Uint8Array[]>(new Uint8Array(), ...corpus);
  const whole = fc.oneof(target.inputs, kept);
  const piece = fc.oneof(
    fc.constantFrom('', ...target.tokens).map((token) => Buffer.from(token)),
    fc.constantFrom(...awkwardBytes).map((byte) => Uint8Array.of(byte)),
    fc.uint8Array({ minLength: 1, maxLength: 2 }),
    kept,
  );
  const change = fc.record({ at: fc.nat(), replaced: fc.oneof(fc.nat(8), fc.constant(longest)), by: piece });
  return fc.tuple(whole, fc.array(change, { maxLength: 4 })).map(([input, changes]) => {
    const changed = changes.reduce((text: Uint8Array, { at, replaced, by }) => {
      const from = at % (text.length + 1);
      return Buffer.concat([text.subarray(0, from), by, text.subarray(from + replaced)]);
    }, input);
    return changed.subarray(0, longest);
  });
}

/** Ends of lines and strings, separators, and the ends of the ranges of bytes that formats tell apart. */
const awkwardBytes = Buffer.from('\0\t\n\r "%\',-./0129:;=?@AZ[\\]^_az{|}~\x7f\x80\x85\xa0\xad\xff', 'latin1');

/** No input may take longer than this. */
const slowMs = 500;
/** A machine that is busy with other things is slow once or twice, and not every time. */
const slowTimes = 3;

/** What is wrong with what a target did with an input, in one line; null where nothing is. */
export function faultOf(target: Target, input: Uint8Array): string | null {
  for (let time = 1; ; time++) {
    const started = performance.now();
    try {
      target.check(input);
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    if (performance.now() - started < slowMs) return null;
    if (time === slowTimes) return `Slow: it takes more than ${slowMs} ms.`;
  }
}
