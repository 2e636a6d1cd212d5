import { limits } from '../limits.ts';
import type { BlockFault, BlockPath, BlockReason } from './block-fault.ts';

/**
 * Returns the first error in a value that JSON cannot carry unchanged: a number beyond the range of a double (`1e999` parses to
 * Infinity, which would be stored as null), a key `__proto__`, nesting deeper than the limit for a request body, or a value
 * that is not JSON. Accepts a member that is undefined, because serialization leaves it out.
 */
export function jsonFault(value: unknown, path: BlockPath): BlockFault | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return numberFault(value, path);
  if (typeof value !== 'object') return fault(path, 'wrong_type', 'This is not a JSON value.', 'Send JSON only.');
  if (path.length > limits.jsonDepth)
    return fault(path, 'too_deep', 'This is nested too deeply.', 'Flatten the value.');
  return Array.isArray(value) ? arrayFault(value, path) : objectFault(value, path);
}

/** Refuses the key `__proto__`, which would change the prototype of an object that it is copied onto. */
export function protoKeyFault(value: object, path: BlockPath): BlockFault | null {
  if (!Object.hasOwn(value, '__proto__')) return null;
  return fault([...path, '__proto__'], 'unknown_field', 'The key __proto__ is not allowed.', 'Use another key.');
}

/** Refuses a number that is not finite. */
export function numberFault(value: number, path: BlockPath): BlockFault | null {
  if (Number.isFinite(value)) return null;
  const reason = value > 0 ? 'too_large' : value < 0 ? 'too_small' : 'wrong_type';
  return fault(path, reason, 'This number is beyond the range of a double.', 'Send a finite number.');
}

/** Returns an error if the input or the caller of a tool use is not JSON or is nested too deep. */
export function toolUseFault({
  input,
  caller,
}: {
  readonly input: unknown;
  readonly caller?: unknown;
}): BlockFault | null {
  return jsonFault(input, ['input']) ?? (caller ? jsonFault(caller, ['caller']) : null);
}

function arrayFault(values: readonly unknown[], path: BlockPath): BlockFault | null {
  for (const [index, value] of values.entries()) {
    const found = jsonFault(value, [...path, index]);
    if (found) return found;
  }
  return null;
}

function objectFault(value: object, path: BlockPath): BlockFault | null {
  const forbidden = protoKeyFault(value, path);
  if (forbidden) return forbidden;
  for (const [key, member] of Object.entries(value)) {
    const found = member === undefined ? null : jsonFault(member, [...path, key]);
    if (found) return found;
  }
  return null;
}

const fault = (path: BlockPath, reason: BlockReason, message: string, hint: string): BlockFault => ({
  path,
  reason,
  message,
  hint,
});
