import { jsonPointer } from '@parley/protocol';
import { keyName } from './key-name.ts';

/** One value that the decision covers, with its place in the arguments. */
export interface BoundFact {
  /** The names of the keys, and the indexes, that lead to it; joined, they have one reading. */
  readonly path: readonly string[];
  /** The same as a JSON Pointer. */
  readonly pointer: string;
  readonly value: string;
  /** Whether the value is a string, as opposed to a number, a boolean or an empty list. */
  readonly isText: boolean;
}

/**
 * Lists every member of a JSON value, including nested ones, and leaves nothing out. A short list of simple values becomes one fact; every
 * other value has its own, and so has every value at one of the `single` JSON Pointers.
 */
export function boundFacts(value: unknown, single: readonly string[] = []): BoundFact[] {
  const facts: BoundFact[] = [];
  // A stack instead of recursion, because the agent chooses the depth.
  const open: Place[] = [{ path: [], pointer: '', value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, pointer } = next;
    const isOpened = single.some((other) => other.startsWith(`${pointer}/`));
    const members = membersOf(next.value, isOpened);
    if (members === null) facts.push({ path, pointer, ...leafOf(next.value) });
    else
      for (const [name, key, member] of members.toReversed())
        open.push({ path: [...path, name], pointer: pointer + jsonPointer([key]), value: member });
  }
  return facts;
}

interface Place extends Pick<BoundFact, 'path' | 'pointer'> {
  readonly value: unknown;
}

const listCharacters = 200;

/** Returns the members that become separate facts, each with its name and key; null if the value becomes one fact. */
function membersOf(value: unknown, isOpened: boolean): [string, string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([key, member]: [string, unknown]): [string, string, unknown] => [
    isList ? `[${key}]` : keyName(key),
    key,
    member,
  ]);
  if (members.length === 0) return null;
  if (isOpened) return members;
  const isPlain = Array.isArray(value) && value.every((member) => typeof member !== 'object' || member === null);
  return isPlain && JSON.stringify(value).length <= listCharacters ? null : members;
}

function leafOf(value: unknown): Pick<BoundFact, 'value' | 'isText'> {
  const isText = typeof value === 'string' && value !== '';
  return { value: isText ? value : JSON.stringify(value), isText };
}
