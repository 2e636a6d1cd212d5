import { limits, type Page } from '@parley/protocol';
import { JsonText } from './json-text.ts';
import { refuse } from './refusal.ts';

/** What a page is made of: rows that were read one past the limit, so that it is known whether there are more. */
export interface PageParts<Row, Item> {
  readonly limit: number;
  /** The sort key of a row, which the cursor holds where the page ends with it. */
  readonly key: (row: Row) => readonly string[];
  readonly present: (row: Row, index: number) => Item;
  /** Whether there are more rows than were read, where the reading was cut short by their size. */
  readonly isCut?: boolean;
}

/** Makes a page, which ends at the limit or before its JSON passes 1 MiB, but has at least one item where there is any. */
export function pageOf<Row, Item>(rows: readonly Row[], parts: PageParts<Row, Item>): JsonText<Page<Item>> {
  const texts = fittingTexts(rows.slice(0, parts.limit), (row, index) => JSON.stringify(parts.present(row, index)));
  const last = rows[texts.length - 1];
  const hasMore = rows.length > texts.length || (parts.isCut ?? false);
  const nextCursor = hasMore && last !== undefined ? writeCursor(parts.key(last)) : null;
  return new JsonText(`{"items":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/** The beginning of these things as JSON texts that fit into a page together; the first one always does. */
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

/** What stands around the items of a page: names, brackets and the cursor. */
const envelopeBytes = 1024;

/** `?cursor=`: where the page before ended, as `writeCursor` wrote it; null on the first page. */
export function readCursor(cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.every(isCursorPart)) return parts;
  } catch {
    // Refused below, like any other cursor that we did not write.
  }
  return refuseCursor();
}

/** A cursor of a list that is sorted by a time and an id. */
export function readTimeCursor(cursor: string | undefined): readonly [at: string, id: string] | null {
  const parts = readCursor(cursor);
  if (parts === null) return null;
  const [at = '', id = ''] = parts;
  return isWrittenTime(at) ? [at, id] : refuseCursor();
}

/** A cursor of a list that is sorted by a whole number. */
export function readNumberCursor(cursor: string | undefined): number | null {
  const [text] = readCursor(cursor) ?? [];
  if (text === undefined) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : refuseCursor();
}

/** Writes a cursor from the sort key of the last item of a page. */
export function writeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Exactly as toISOString writes it: Date.parse takes more than the database does, such as a lone 7. */
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
