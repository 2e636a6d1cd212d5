/** Errors that say nothing but that the database could not be reached. Other peers fail with the same codes, so these are marked. */
const marked = new WeakSet<object>();

/** Notes that an error came from a connection to the database that was lost or could not be had. */
export function markOutage(error: unknown): void {
  if (typeof error === 'object' && error !== null) marked.add(error);
}

/** Whether the work failed, or may have failed, because the database is away; it may succeed once that is back. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return marked.has(error) || isOutage((error as { readonly cause?: unknown }).cause);
}
