import { limits } from '@parley/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from './storage.ts';

/** The rows of a page, and whether there were more among those asked for that its bytes did not leave room for. */
export interface PageRows<Row> {
  readonly rows: Row[];
  readonly isCut: boolean;
}

/**
 * Reads the rows of a page, in this order, but not on where those before have filled it: two hundred of the largest rows would be
 * fifty megabytes. `select` has its own limit; `bytes` is about what a row of it (as `p`) weighs.
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
