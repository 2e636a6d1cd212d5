/** Bytes of a response kept for the delivery log. */
const SNIPPET_BYTES = 1024;

/**
 * Returns the first KiB of a response body as text that is safe to store and show. Invalid UTF-8, control characters
 * and direction overrides become U+FFFD; line breaks and tabs become a space. Null if the body is empty.
 */
export function snippetOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  // A character cut by the limit is dropped, not shown as invalid.
  const text = new TextDecoder().decode(body.subarray(0, SNIPPET_BYTES), { stream: body.length > SNIPPET_BYTES });
  return text.replace(/[\r\n\t]+/g, ' ').replace(UNPRINTABLE, '\uFFFD');
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
