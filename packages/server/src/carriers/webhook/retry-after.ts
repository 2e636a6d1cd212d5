/**
 * Reads a `Retry-After` header: whole seconds, or an HTTP date in GMT against `nowMs`. Returns milliseconds, 0 for a date that
 * has passed, null for anything else.
 */
export function parseRetryAfter(value: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

// Sun, 06 Nov 1994 08:49:37 GMT, and the older form Sunday, 06-Nov-94 08:49:37 GMT.
const HTTP_DATE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
