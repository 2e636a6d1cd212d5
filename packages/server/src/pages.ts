import { limits } from '@parley/protocol';
import { refuse } from './refusal.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** `?limit=`: how many items a page holds, 50 by default and never more than 200. */
export function readLimit(query: Query): number {
  if (query.limit === undefined) return limits.pageItemsDefault;
  if (!/^\d{1,9}$/.test(query.limit) || Number(query.limit) < 1) {
    refuse('malformed_request', { message: 'limit is a whole number from 1 on.' });
  }
  return Math.min(Number(query.limit), limits.pageItemsMax);
}

/** `?cursor=`: where the page before ended, as `writeCursor` wrote it; null on the first page. */
export function readCursor(query: Query): string[] | null {
  if (query.cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(query.cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.every(isCursorPart)) return parts;
  } catch {
    // Refused below, like any other cursor that we did not write.
  }
  return refuse('malformed_request', { message: 'The cursor is not one that this list gave out.' });
}

/** A cursor of a list that is sorted by a time and an id. */
export function readTimeCursor(query: Query): readonly [at: string, id: string] | null {
  const parts = readCursor(query);
  if (parts === null) return null;
  const [at = '', id = ''] = parts;
  if (!isWrittenTime(at)) refuse('malformed_request', { message: 'The cursor is not one that this list gave out.' });
  return [at, id];
}

/** Exactly as toISOString writes it: Date.parse takes more than the database does, such as a lone 7. */
function isWrittenTime(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** Writes a cursor from the sort key of the last item of a page. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** What a paged list reads from the query, for the published contract. */
export const pageQuery = {
  limit: 'Items a page: 50 by default, at most 200.',
  cursor: 'Where the page before ended: its nextCursor.',
};

/** Makes a page of rows that were read one past the limit, so that it is known whether there are more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, key: (row: Row) => readonly string[]) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(key(last)) : null };
}

function isCursorPart(part: unknown): part is string {
  return typeof part === 'string' && /^[\w:.-]*$/.test(part);
}
