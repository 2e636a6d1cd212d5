import type { Target } from '../target.ts';
import type { Coverage } from './coverage.ts';
import { judge } from './judge.ts';
import { nextInput } from './mutate.ts';
import { seededRandom } from './random.ts';
import { shrink } from './shrink.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** What to begin with. */
  readonly corpus: readonly Uint8Array[];
  /** Guides the search; without it, only what is made from the corpus and the grammar is tried. */
  readonly coverage?: Coverage;
}

export interface FuzzReport {
  readonly runs: number;
  /** Inputs that reached what none before had. */
  readonly found: readonly Uint8Array[];
  /** The first input that went wrong, made small, and what went wrong with it. */
  readonly failure: { readonly input: Uint8Array; readonly fault: string } | null;
}

/** Asking what has run costs as much as hundreds of runs, so it is asked once for many. */
const batchSize = 2000;
const keptBytes = 4096;

/**
 * Tries inputs on a target until the time is over or one goes wrong. Without coverage, the same seed and corpus give the same
 * inputs in the same order.
 */
export function fuzz(target: Target, { seed, durationMs, corpus, coverage }: FuzzOptions): FuzzReport {
  const random = seededRandom(seed);
  const ends = performance.now() + durationMs;
  const pool = [...corpus];
  const found: Uint8Array[] = [];
  let batch: Uint8Array[] = [];
  const keepNew = () => {
    const reaching = coverage?.look() ? inputsThatReach(target, coverage, batch) : [];
    const small = reaching.filter(({ length }) => length <= keptBytes);
    found.push(...small);
    pool.push(...small);
    batch = [];
  };
  const broken = corpus.find((input) => judge(target, input) !== null);
  if (broken) return { runs: 0, found, failure: failureOf(target, broken) };
  if (coverage?.look()) coverage.learn();

  let runs = 0;
  for (; performance.now() < ends; runs++) {
    const input = nextInput(target, pool, random);
    if (judge(target, input) !== null) return { runs: runs + 1, found, failure: failureOf(target, input) };
    batch.push(input);
    if (batch.length >= batchSize) keepNew();
  }
  keepNew();
  return { runs, found, failure: null };
}

/** Those of a batch that reach something new, found by halving it. */
function inputsThatReach(target: Target, coverage: Coverage, batch: readonly Uint8Array[]): Uint8Array[] {
  for (const input of batch) judge(target, input);
  if (!coverage.look()) return [];
  if (batch.length === 1) {
    coverage.learn();
    return [...batch];
  }
  const half = Math.ceil(batch.length / 2);
  return [batch.slice(0, half), batch.slice(half)].flatMap((part) => inputsThatReach(target, coverage, part));
}

function failureOf(target: Target, input: Uint8Array) {
  const small = shrink(target, input);
  return { input: small, fault: judge(target, small) ?? 'It went wrong once, and not again.' };
}
