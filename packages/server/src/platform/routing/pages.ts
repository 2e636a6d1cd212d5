import { limits, type Page } from '@parley/protocol';
import { JsonText } from './json-text.ts';
import { refuse } from './refusal.ts';

/** Input of a page: rows that were read with one more than the limit, to know whether there are more. */
export interface PageParts<Row, Item> {
  readonly limit: number;
  /** The sort key of a row. If the page ends with this row, the cursor holds it. */
  readonly key: (row: Row) => readonly string[];
  readonly present: (row: Row, index: number) => Item;
  /** Whether more rows exist than were read, because the read stopped at a size. */
  readonly isCut?: boolean;
}

/** Builds a page. It ends at the limit or before its JSON passes 1 MiB, but has at least one item if there is one. */
export function pageOf<Row, Item>(rows: readonly Row[], parts: PageParts<Row, Item>): JsonText<Page<Item>> {
  const texts = fittingTexts(rows.slice(0, parts.limit), (row, index) => JSON.stringify(parts.present(row, index)));
  const last = rows[texts.length - 1];
  const hasMore = rows.length > texts.length || (parts.isCut ?? false);
  const nextCursor = hasMore && last !== undefined ? writeCursor(parts.key(last)) : null;
  return new JsonText(`{"items":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/** Returns the JSON texts of the first things that fit into a page together. The first one is always included. */
export function fittingTexts<Thing>(
  things: readonly Thing[],
  write: (thing: Thing, index: number) => string,
): string[] {
  const texts: string[] = [];
  let left = limits.pageBytes - envelopeBytes;
  for (const [index, thing] of things.entries()) {
    const text = write(thing, index);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0 && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

/** Bytes reserved for what surrounds the items of a page: names, brackets and the cursor. */
const envelopeBytes = 1024;

/**
 * Reads `?cursor=`, which `writeCursor` wrote with the page before. Returns null on the first page; refuses anything
 * else.
 */
export function readCursor(cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.every(isCursorPart)) return parts;
  } catch {
    // Refused below, like any other cursor that this server did not write.
  }
  return refuseCursor();
}

/** Reads a cursor of a list that is sorted by a time and an id. */
export function readTimeCursor(cursor: string | undefined): readonly [at: string, id: string] | null {
  const parts = readCursor(cursor);
  if (parts === null) return null;
  const [at = '', id = ''] = parts;
  return isWrittenTime(at) ? [at, id] : refuseCursor();
}

/** Reads a cursor of a list that is sorted by a whole number. */
export function readNumberCursor(cursor: string | undefined): number | null {
  const [text] = readCursor(cursor) ?? [];
  if (text === undefined) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : refuseCursor();
}

/** Writes a cursor from the sort key of the last item of a page. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Accepts only what `toISOString` writes: `Date.parse` takes more than the database does, such as a lone 7. */
function isWrittenTime(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

function isCursorPart(part: unknown): part is string {
  return typeof part === 'string' && /^[\w:.-]*$/.test(part);
}

function refuseCursor(): never {
  return refuse('malformed_request', { message: 'The cursor is not one that this list gave out.' });
}
