import { sql, type RawBuilder } from 'kysely';
import type { Db } from './storage.ts';

/** Rows are counted up to here; the count of more is the database's estimate of the whole table. */
const exactMax = 100_000;

/**
 * Counts rows at a bounded cost. Pass what follows `from`. Beyond 100,000 it returns the estimate that the database keeps
 * for `table`, if there is one, else 100,000.
 */
export async function countRows(db: Db, rows: RawBuilder<unknown>, table: string | null = null): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${rows} limit ${exactMax}) c`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  if (count < exactMax || table === null) return count;
  const estimate = await sql<{ count: number }>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = to_regclass(${table})`.execute(db);
  return Math.max(count, Math.round(estimate.rows[0]?.count ?? 0));
}
