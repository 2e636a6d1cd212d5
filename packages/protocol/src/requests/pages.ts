/** A page of a list: `nextCursor` is opaque, and null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A single thing on a human-facing route. */
export interface Item<Thing> {
  readonly item: Thing;
}
