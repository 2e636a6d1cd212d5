/** A mention in a text. */
export interface Mention {
  /** The handle, in lower case. */
  readonly handle: string;
  /** The `@` and the handle as written, and their index in the text. */
  readonly text: string;
  readonly index: number;
}

/**
 * Returns the mentions in a text, in order. A mention is an `@` that follows no letter, digit, `_`, `-`, `.` or `@`, with
 * the longest run of handle characters after it (§28). So `me@ada.example` mentions nobody, and `@ada-lovelace` does not
 * mention `ada`. Whether anyone has such a handle is for the caller to find out. The time is proportional to the length
 * of the text.
 */
export function mentionsIn(text: string): readonly Mention[] {
  if (!text.includes('@')) return [];
  return Array.from(text.matchAll(mention), ({ 0: whole, index }) => ({
    handle: whole.slice(1).toLowerCase(),
    text: whole,
    index,
  }));
}

/**
 * Returns the handles that a text mentions, in lower case, each once.
 *
 * @example
 * mentionedHandles('@Ada, please ask @echo_2.') // Set { 'ada', 'echo_2' }
 */
export function mentionedHandles(text: string): ReadonlySet<string> {
  return new Set(mentionsIn(text).map(({ handle }) => handle));
}

/** A mark belongs to the letter before it. */
const mention = /(?<![\p{L}\p{M}\p{N}_.@-])@[A-Za-z0-9_-]+/gu;
