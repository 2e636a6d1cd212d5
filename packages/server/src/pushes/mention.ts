/**
 * Whether a text mentions who goes by this handle: it holds `@` and the handle as a word of its own, in whatever case. An address such
 * as `me@ada` and a longer handle such as `@ada-lovelace` are none.
 */
export function mentions(text: string, handle: string): boolean {
  if (!text.includes('@')) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}_@-])@${handle}(?![\\p{L}\\p{N}_-])`, 'iu').test(text);
}
