type Fields = Readonly<Record<string, unknown>>;

/**
 * The valid object that is nearest to one that is not: as much of it as passes, and of the example what is missing then. First all
 * fields but those at fault are tried together, since some depend on each other, and then one after the other.
 */
export function nearest(
  example: Fields,
  given: unknown,
  faulty: readonly string[],
  isValid: (candidate: Fields) => boolean,
) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return example;
  const fields = Object.entries(given as Fields);
  const rest = Object.fromEntries(fields.filter(([name]) => !faulty.includes(name)));
  const replaced = Object.fromEntries(Object.entries(example).filter(([name]) => faulty.includes(name)));
  for (const candidate of [
    { ...rest, ...replaced },
    { ...example, ...rest },
  ])
    if (isValid(candidate)) return candidate;
  let best = example;
  for (const [name, value] of fields) {
    const candidate = { ...best, [name]: value };
    if (isValid(candidate)) best = candidate;
  }
  return best;
}
