/** One value that the decision covers, with its place in the arguments. */
export interface BoundFact {
  /** The keys and indexes that lead to it. */
  readonly path: readonly string[];
  readonly value: string;
  /** Whether the value is a string, as opposed to a number, a boolean or an empty list. */
  readonly isText: boolean;
}

/**
 * Lists every member of a JSON value, including nested ones, and leaves nothing out. A short list of simple values becomes one fact; every
 * other value has its own.
 */
export function boundFacts(value: unknown): BoundFact[] {
  const facts: BoundFact[] = [];
  // A stack instead of recursion, because the agent chooses the depth.
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path } = next;
    const members = membersOf(next.value);
    if (members === null) facts.push({ path, ...leafOf(next.value) });
    else for (const [name, member] of members.toReversed()) open.push({ path: [...path, name], value: member });
  }
  return facts;
}

const listCharacters = 200;

/** Returns the members that become separate facts; null if the value becomes one fact. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((member: unknown, index) => [`[${index}]`, member])
    : Object.entries(value);
  if (members.length === 0) return null;
  const isPlain = Array.isArray(value) && value.every((member) => typeof member !== 'object' || member === null);
  return isPlain && JSON.stringify(value).length <= listCharacters ? null : members;
}

function leafOf(value: unknown): Pick<BoundFact, 'value' | 'isText'> {
  const isText = typeof value === 'string' && value !== '';
  return { value: isText ? value : JSON.stringify(value), isText };
}
