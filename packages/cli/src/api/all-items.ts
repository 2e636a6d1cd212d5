/**
 * Reads a list page by page, until the caller stops.
 *
 * @param readPage Reads the page that begins at a cursor; undefined is the first.
 */
export async function* allItems<Item>(
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await readPage(cursor);
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
