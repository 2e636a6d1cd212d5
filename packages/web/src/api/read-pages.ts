/**
 * Reads a list page by page, until it ends or has at least `atMost` items.
 *
 * @param readPage Reads the page that begins at a cursor; undefined is the first.
 */
export async function readPages<Item>(
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
  atMost: number,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await readPage(cursor);
    all.push(...items);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && all.length < atMost);
  return all;
}
