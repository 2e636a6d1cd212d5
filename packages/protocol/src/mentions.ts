/**
 * Returns the handles that a text mentions, in lower case, each once. A mention is an `@` that follows no letter, digit,
 * `_`, `-`, `.` or `@`, with the longest run of handle characters after it (§28). So `me@ada.example` mentions nobody, and
 * `@ada-lovelace` does not mention `ada`. Whether anyone has such a handle is for the caller to find out. The time is
 * proportional to the length of the text.
 *
 * @example
 * mentionedHandles('@Ada, please ask @echo_2.') // Set { 'ada', 'echo_2' }
 */
export function mentionedHandles(text: string): ReadonlySet<string> {
  if (!text.includes('@')) return none;
  return new Set(Array.from(text.matchAll(mention), ([, handle = '']) => handle.toLowerCase()));
}

const none: ReadonlySet<string> = new Set();
/** A mark belongs to the letter before it. */
const mention = /(?<![\p{L}\p{M}\p{N}_.@-])@([A-Za-z0-9_-]+)/gu;
