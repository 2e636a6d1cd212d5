const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'ë',
  i: 'î',
  n: 'ñ',
  o: 'ô',
  u: 'û',
  y: 'ý',
};

/**
 * Returns a catalogue in the language of contributors' tests: each string is English in brackets, with accents, and written from the
 * right. A sentence without brackets stands outside the catalogues.
 */
export function pseudo(_name: string, english: unknown): unknown {
  return marked(english);
}

function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? value : marks(value);
  if (typeof value === 'function') return (...values: readonly unknown[]) => marked(Reflect.apply(value, null, values));
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each)]));
}

/** Placeholders stay, and so does the space that a string begins or ends with. */
function marks(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/u.exec(text) ?? [];
  const accented = inner.replaceAll(/\{\w+\}|[aceinouy]/gu, (found) => accents[found] ?? found);
  return `${before}[\u202E${accented}\u202C]${after}`;
}
