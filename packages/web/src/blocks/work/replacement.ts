import { validateReplacement, pointerNames, readPointer } from '@parley/protocol';
import { approvalWords as words } from '../../words/approvals.ts';

/** The inner arguments as a person changed them. */
export interface Replacement {
  readonly value: unknown;
  /** Whether any value differs from the proposed one. */
  readonly isChanged: boolean;
  /** What is wrong, by JSON Pointer. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Returns the proposed arguments with the typed values in their places. */
export function replacementOf(
  proposed: unknown,
  editable: readonly string[],
  typed: ReadonlyMap<string, string>,
): Replacement {
  const faults = new Map<string, string>();
  let value = structuredClone(proposed);
  for (const [pointer, text] of typed) {
    const parsed = parsedAs(readPointer(proposed, pointer), text);
    if (parsed === undefined) faults.set(pointer, words.notANumber);
    else value = withValue(value, pointer, parsed);
  }
  const verdict = validateReplacement(proposed, value, editable);
  if (!verdict.accepted && !faults.has(verdict.path)) faults.set(verdict.path, words.itMust(verdict.message));
  return { value, isChanged: verdict.accepted && verdict.changed.length > 0, faults };
}

/** Returns the typed value with the type of the proposed one; undefined if it is no number. */
function parsedAs(proposed: unknown, text: string): string | number | boolean | undefined {
  if (typeof proposed === 'boolean') return text === 'true';
  if (typeof proposed !== 'number') return text;
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

function withValue(document: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const parent = readPointer(document, pointer.slice(0, pointer.lastIndexOf('/')));
  const name = pointerNames(pointer).at(-1) ?? '';
  // Defined and not assigned: the agent may have named it `__proto__`.
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
  return document;
}
