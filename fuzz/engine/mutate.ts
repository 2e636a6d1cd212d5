import type { Target } from '../target.ts';
import type { Random } from './random.ts';

const longest = 4096;

/** The next input to try: made anew, or one of the corpus changed in one to four places. */
export function nextInput(target: Target, corpus: readonly Uint8Array[], random: Random): Uint8Array {
  if (corpus.length === 0 || random.chance(0.3)) return target.make(random);
  let input = random.pick(corpus);
  for (let change = random.between(1, 4); change > 0; change--) {
    const structured = target.mutate && random.chance(0.7);
    input = structured && target.mutate ? target.mutate(input, random) : changeBytes(input, target, corpus, random);
  }
  return input.subarray(0, longest);
}

function changeBytes(input: Uint8Array, target: Target, corpus: readonly Uint8Array[], random: Random): Uint8Array {
  const at = random.below(input.length + 1);
  const end = Math.min(input.length, at + random.between(1, 8));
  switch (random.below(7)) {
    case 0:
      return splice(input, at, end, []);
    case 1:
      return splice(input, at, at, input.subarray(at, end));
    case 2:
      return splice(input, at, at, [random.below(256)]);
    case 3:
      return splice(input, at, Math.min(at + 1, input.length), [random.pick(awkwardBytes)]);
    case 4:
      return splice(input, at, random.chance(0.5) ? at : end, Buffer.from(random.pick(['', ...target.tokens])));
    case 5:
      return flipBit(input, at, random);
    default:
      return cross(input, random.pick(corpus), random);
  }
}

/** Ends of lines and strings, separators, and the ends of the ranges of bytes that formats tell apart. */
const awkwardBytes = [...Buffer.from('\0\t\n\r "%\',-./0129:;=?@AZ[\\]^_az{|}~\x7f\x80\x85\xa0\xad\xff', 'latin1')];

function splice(input: Uint8Array, from: number, to: number, put: ArrayLike<number>): Uint8Array {
  return Buffer.concat([input.subarray(0, from), Uint8Array.from(put), input.subarray(to)]);
}

function flipBit(input: Uint8Array, at: number, random: Random): Uint8Array {
  const changed = Uint8Array.from(input);
  const index = Math.min(at, input.length - 1);
  if (index >= 0) changed[index] = (changed[index] ?? 0) ^ (1 << random.below(8));
  return changed;
}

function cross(input: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const head = input.subarray(0, random.below(input.length + 1));
  return Buffer.concat([head, other.subarray(random.below(other.length + 1))]);
}
