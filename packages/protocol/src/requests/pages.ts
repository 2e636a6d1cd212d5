import { z } from 'zod';

/** A page of a list: `nextCursor` is opaque, and null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A single resource on a human-facing route. */
export interface Item<Thing> {
  readonly item: Thing;
}

/** Returns the schema of a page of these items. */
export const pageOf = <Thing extends z.ZodType>(thing: Thing) =>
  z.strictObject({ items: z.array(thing).readonly(), nextCursor: z.string().nullable() });

/** Returns the schema of a list without pages. */
export const listOf = <Thing extends z.ZodType>(thing: Thing) => z.strictObject({ items: z.array(thing).readonly() });

/** Returns the schema of a single resource on a human-facing route. */
export const itemOf = <Thing extends z.ZodType>(thing: Thing) => z.strictObject({ item: thing });
