/** Keys that can be read as nothing else: one word of any script, or several of ASCII, with the usual marks of identifiers. */
const plain = /^(?:[\p{L}\p{M}\p{N}_$@.:/-]+|[\w$@.:/-]+(?: [\w$@.:/-]+)*)$/u;

/**
 * Returns the name of a key in a path. A key that could be read as a path or an index itself is in quotes, so that every path has one
 * reading.
 *
 * @example keyName('to › [0]') // '"to › [0]"'
 */
export function keyName(key: string): string {
  return plain.test(key) ? key : `"${key.replace(/["\\]/gu, String.raw`\$&`)}"`;
}
