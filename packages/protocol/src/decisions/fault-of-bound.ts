import { canonicalJson } from '../canonical-json.ts';
import { limits } from '../limits.ts';

/** Returns what is wrong with the inner arguments of a `decision.request`, or null: they are JSON of at most 16 KiB in canonical form. */
export function faultOfBound(bound: unknown): string | null {
  if (bound === undefined) return null;
  try {
    const bytes = new TextEncoder().encode(canonicalJson(bound)).length;
    return bytes > limits.decisionArgumentsBytes ? 'must take at most 16 KiB in canonical JSON' : null;
  } catch {
    // JSON has no infinity, but `1e400` is parsed as one.
    return 'must not hold a number that is too large';
  }
}
