import { limits } from '@parley/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from './storage.ts';

/** The rows of a page. `isCut` says that more selected rows exist than fit into its bytes. */
export interface PageRows<Row> {
  readonly rows: Row[];
  readonly isCut: boolean;
}

/**
 * Reads the rows of a page in order, and stops when their size fills a page: 200 of the largest rows would be 50 MB.
 * `select` has its own limit. `bytes` is the approximate size of a row (named `p`).
 */
export async function readPageRows<Row>(
  db: Db | Tx,
  page: {
    readonly select: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
    readonly bytes: RawBuilder<unknown>;
  },
): Promise<PageRows<Row>> {
  const { rows } = await sql<Row & { readonly found_rows: number }>`
    select * from (
      select p.*, count(*) over ()::int as found_rows,
             sum(${page.bytes}) over (order by ${page.order} rows unbounded preceding) - (${page.bytes}) as bytes_before
      from (${page.select}) p) weighed
    where bytes_before <= ${limits.pageBytes} order by ${page.order}`.execute(db);
  return { rows, isCut: rows.length < (rows[0]?.found_rows ?? 0) };
}
