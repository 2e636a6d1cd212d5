import { z } from 'zod';

/** A page of a list: `nextCursor` is opaque, and null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A single thing on a human-facing route. */
export interface Item<Thing> {
  readonly item: Thing;
}

/** The schema of a page of these. */
export const pageOf = <Thing extends z.ZodType>(thing: Thing) =>
  z.strictObject({ items: z.array(thing).readonly(), nextCursor: z.string().nullable() });

/** The schema of a list that comes whole. */
export const listOf = <Thing extends z.ZodType>(thing: Thing) => z.strictObject({ items: z.array(thing).readonly() });

/** The schema of one thing on a human-facing route. */
export const itemOf = <Thing extends z.ZodType>(thing: Thing) => z.strictObject({ item: thing });
