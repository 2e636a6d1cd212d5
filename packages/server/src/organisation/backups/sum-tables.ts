import type { Db } from '../../platform/storage/storage.ts';
import { listTables } from './catalog.ts';
import type { TableSum } from './entries.ts';
import { RowSum } from './row-sum.ts';
import { readRows } from './rows.ts';

/** Counts and sums the rows of each table that a backup contains. Needs a snapshot. */
export async function sumTables(db: Db): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {};
  for (const table of await listTables(db)) {
    const sum = new RowSum();
    for await (const lines of readRows(db, table)) for (const line of lines) sum.add(line);
    sums[table.name] = sum.value();
  }
  return sums;
}

/** Returns the names of tables whose rows differ. */
export function differing(a: Readonly<Record<string, TableSum>>, b: Readonly<Record<string, TableSum>>): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name]?.rows !== b[name]?.rows || a[name]?.sum !== b[name]?.sum);
}
