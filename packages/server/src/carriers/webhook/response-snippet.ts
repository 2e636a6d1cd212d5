/** The part of an answer that is kept for the delivery log, in bytes. */
const SNIPPET_BYTES = 1024;

/**
 * The first KiB of an answer's body as text that is safe to store and show: invalid UTF-8, control characters and those that
 * reverse the direction of text become U+FFFD, line breaks and tabs a space. Null when the body is empty.
 */
export function snippetOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  // A character cut in half by the limit is left out, not shown as damage.
  const text = new TextDecoder().decode(body.subarray(0, SNIPPET_BYTES), { stream: body.length > SNIPPET_BYTES });
  return text.replace(/[\r\n\t]+/g, ' ').replace(UNPRINTABLE, '\uFFFD');
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
