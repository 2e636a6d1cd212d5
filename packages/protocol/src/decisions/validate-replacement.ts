import { jsonPointer } from '../blocks/json-pointer.ts';
import { limits } from '../limits.ts';
import { readPointer } from '../standing-grants/read-pointer.ts';
import { faultOfBound } from './fault-of-bound.ts';

/**
 * Whether a person may approve these arguments in place of the proposed ones. `changed` lists the paths of the changed values, in the
 * order of `editable`. `path` is the JSON Pointer of the first fault, in the order of the proposed arguments.
 */
export type ReplacementVerdict =
  | { readonly accepted: true; readonly changed: readonly string[] }
  | { readonly accepted: false; readonly path: string; readonly message: string };

/**
 * Checks a full replacement of the inner arguments of a `decision.request`. It must equal the proposed arguments except at the `editable`
 * paths. A changed value keeps its JSON type; a changed string has at most 2,000 characters. The whole takes at most 16 KiB in canonical
 * JSON. Absent arguments count as null.
 */
export function validateReplacement(
  proposed: unknown,
  replacement: unknown,
  editable: readonly string[],
): ReplacementVerdict {
  const fault = faultOf(proposed ?? null, replacement ?? null, new Set(editable));
  if (fault !== null) return { accepted: false, ...fault };
  const changed = changedPaths(proposed, replacement, editable);
  const message = changed.length === 0 ? null : faultOfBound(replacement);
  return message === null ? { accepted: true, changed } : { accepted: false, path: '', message };
}

/** Returns the `editable` paths at which approved arguments differ from the proposed ones. */
export function changedPaths(proposed: unknown, approved: unknown, editable: readonly string[]): string[] {
  return editable.filter((path) => readPointer(proposed, path) !== readPointer(approved, path));
}

interface Pair {
  readonly proposed: unknown;
  readonly replacement: unknown;
  readonly path: string;
}
type Fault = Omit<Extract<ReplacementVerdict, { accepted: false }>, 'accepted'>;

/** Compares without recursion: arguments may be nested deeper than the call stack. */
function faultOf(proposed: unknown, replacement: unknown, editable: ReadonlySet<string>): Fault | null {
  const stack: Pair[] = [{ proposed, replacement, path: '' }];
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    if (kindOf(pair.proposed) !== kindOf(pair.replacement))
      return { path: pair.path, message: `must stay of the type ${kindOf(pair.proposed)}` };
    if (editable.has(pair.path)) {
      const message = faultOfEdit(pair.proposed, pair.replacement);
      if (message !== null) return { path: pair.path, message };
    } else if (isNested(pair.proposed)) {
      const strange = strangerOf(pair);
      if (strange !== null) return strange;
      stack.push(...membersOf(pair).reverse());
    } else if (pair.proposed !== pair.replacement) return { path: pair.path, message: 'may not be changed' };
  }
  return null;
}

function faultOfEdit(proposed: unknown, replacement: unknown): string | null {
  if (typeof replacement === 'number' && !Number.isFinite(replacement)) return 'must not be a number that is too large';
  if (typeof replacement !== 'string' || replacement === proposed) return null;
  const isLong = [...replacement].length > limits.decisionEditCharacters;
  return isLong ? `must have at most ${limits.decisionEditCharacters} characters` : null;
}

/** Returns the fault of a member that only one of the two has. */
function strangerOf({ proposed, replacement, path }: Pair): Fault | null {
  const [has, gets] = [proposed, replacement].map((value) => new Set(Object.keys(value as object)));
  for (const name of has ?? [])
    if (!gets?.has(name)) return { path: path + jsonPointer([name]), message: 'may not be left out' };
  for (const name of gets ?? [])
    if (!has?.has(name)) return { path: path + jsonPointer([name]), message: 'may not be added' };
  return null;
}

function membersOf({ proposed, replacement, path }: Pair): Pair[] {
  const other = replacement as Readonly<Record<string, unknown>>;
  return Object.entries(proposed as object).map(([name, value]: [string, unknown]) => ({
    proposed: value,
    replacement: other[name],
    path: path + jsonPointer([name]),
  }));
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
