/**
 * Returns a path as a JSON Pointer (RFC 6901); the empty path is the whole document.
 *
 * @example jsonPointer(['blocks', 0, 'a/b']) // '/blocks/0/a~1b'
 */
export function jsonPointer(path: readonly PropertyKey[]): string {
  let pointer = '';
  for (const key of path) pointer += '/' + escape(String(key));
  return pointer;
}

const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
