import type { ByteRange } from './store.ts';

/**
 * Reads a Range header for something of `size` bytes (at least 1). Null asks for the whole: there is no header, it has another
 * unit or another form, or it asks for several ranges, which a server may answer with all of it. `unsatisfiable` is a range that
 * lies outside.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
