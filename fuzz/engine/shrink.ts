import type { Target } from '../target.ts';
import { judge } from './judge.ts';

const triesMax = 3000;
const shrinkMs = 5000;

/** A shorter and plainer input that goes wrong in the same way. */
export function shrink(target: Target, input: Uint8Array): Uint8Array {
  const kind = kindOf(judge(target, input));
  const ends = performance.now() + shrinkMs;
  let best = input;
  let tries = 0;
  const take = (candidate: Uint8Array): boolean => {
    if (++tries > triesMax || performance.now() > ends || kindOf(judge(target, candidate)) !== kind) return false;
    best = candidate;
    return true;
  };
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length;) if (!take(without(best, at, size))) at += size;
  }
  for (let at = 0; at < best.length; at++)
    for (const plain of plainBytes) if (best[at] === plain || take(withByte(best, at, plain))) break;
  return best;
}

const plainBytes = Buffer.from('a0 ');

/** A fault without what depends on the input: what it quotes and its numbers. */
function kindOf(fault: string | null): string | null {
  return (
    fault
      ?.split(':')
      .slice(0, 2)
      .join(':')
      .replace(/"[^"]*"|\d+/g, '') ?? null
  );
}

function without(input: Uint8Array, at: number, size: number): Uint8Array {
  return Buffer.concat([input.subarray(0, at), input.subarray(at + size)]);
}

function withByte(input: Uint8Array, at: number, byte: number): Uint8Array {
  const changed = Uint8Array.from(input);
  changed[at] = byte;
  return changed;
}
