/**
 * Whether a JSON Pointer names something in a document, or a member that is missing from an object or array that is there:
 * a refusal points there too.
 */
export function leadsSomewhere(document: unknown, pointer: string): boolean {
  if (pointer === '') return true;
  if (!pointer.startsWith('/')) return false;
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: unknown = document;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null) return false;
    at = Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return true;
}
