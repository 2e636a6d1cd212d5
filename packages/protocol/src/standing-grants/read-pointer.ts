const form = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Returns whether a text is a JSON Pointer (RFC 6901). The empty text is: it points to the whole document. */
export function isJsonPointer(text: string): boolean {
  return form.test(text);
}

/** Returns the names on the path of a JSON Pointer: `/a~1b/c` has `a/b` and `c`, and the empty one has none. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a JSON Pointer, or undefined if the document has none there. */
export function readPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const name of pointerNames(pointer)) {
    value = memberOf(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
