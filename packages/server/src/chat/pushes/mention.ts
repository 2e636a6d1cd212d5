/**
 * Returns whether a text mentions this handle: `@` and the handle as a separate word, in upper or lower case. An
 * address such as `me@ada`, or a longer handle such as `@ada-lovelace`, does not count.
 */
export function mentions(text: string, handle: string): boolean {
  if (!text.includes('@')) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}_@-])@${handle}(?![\\p{L}\\p{N}_-])`, 'iu').test(text);
}
