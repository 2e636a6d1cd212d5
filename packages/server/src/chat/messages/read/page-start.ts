import { limits } from '@parley/protocol';
import { readCursor, writeCursor } from '../../../platform/routing/pages.ts';
import { refuse } from '../../../platform/routing/refusal.ts';

/**
 * Where a page begins, and its direction: back from the newest, or on from a `seq`. `draft` is the last draft that was
 * read.
 */
export interface Start {
  readonly direction: 'back' | 'on';
  readonly seq: number;
  readonly draft: string | null;
}

/** Reads where a page begins: at a cursor, before or after a `seq`, or at the newest message. */
export function readStart(query: {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly cursor?: string | undefined;
}): Start {
  const { before, after, cursor } = query;
  const [way, text = '', draft = null] = readCursor(cursor) ?? [];
  if (way === undefined) {
    if (before !== undefined && after !== undefined) {
      return refuse('malformed_request', { message: 'Say before or after, not both.' });
    }
    if (after !== undefined) return { direction: 'on', seq: after, draft: null };
    return { direction: 'back', seq: before ?? limits.seqMax, draft: null };
  }
  const isOurs = (way === 'before' || way === 'after') && /^\d{1,10}$/.test(text) && Number(text) <= limits.seqMax;
  if (!isOurs) return refuse('malformed_request', { message: 'The cursor is not one that this list gave out.' });
  return { direction: way === 'before' ? 'back' : 'on', seq: Number(text), draft };
}

/** Writes the cursor of the next page. */
export function writeStart(direction: Start['direction'], seq: number, ...draft: string[]): string {
  return writeCursor([direction === 'back' ? 'before' : 'after', String(seq), ...draft]);
}
