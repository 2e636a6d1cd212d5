const deepest = 6;
const most = 20_000;
/** Members with identifiers for machines. */
const forMachines = /^(?:type|(?:.+_)?id|signature|provenance|.+_key|field_type|name|payload)$/;

/**
 * Returns the texts in a block of any shape, one per line, for a block that cannot be rendered. Never throws; the length is
 * bounded.
 */
export function wordsOf(block: unknown): string {
  const words: string[] = [];
  gather(block, 0, words);
  return words.join('\n').slice(0, most);
}

function gather(value: unknown, depth: number, words: string[]): void {
  if (words.length > 500 || depth > deepest) return;
  if (typeof value === 'string') words.push(value);
  else if (typeof value === 'number') words.push(String(value));
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value))
      if (Array.isArray(value) || !forMachines.test(key)) gather(member, depth + 1, words);
}
