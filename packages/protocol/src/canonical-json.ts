/**
 * Returns JSON as RFC 8785 defines it: without white space, and with the members of each object sorted by name in
 * UTF-16 order. Names such as `toJSON` and `__proto__` are ordinary members. Leaves out undefined members; throws a
 * `TypeError` for a number that is not finite.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('JSON has no number that is not finite.');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item ?? null)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
