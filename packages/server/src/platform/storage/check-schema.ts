import { sql } from 'kysely';
import { expectedSchema } from './expected-schema.ts';
import type { Db } from './storage.ts';

/** Most missing names in the error. */
const shownMax = 3;

/**
 * Rejects if a table or column that this version needs is missing although its migration ran: the schema was changed by
 * hand or restored in part. Found at start, it gives one error with a remedy; found later, it would fail requests.
 */
export async function checkSchema(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  const there = new Set(rows.map(({ name }) => name));
  const needed = Object.entries(expectedSchema).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const missing = needed.filter((name) => !there.has(name));
  if (missing.length === 0) return;
  const shown = missing.slice(0, shownMax).join(', ');
  const more = missing.length > shownMax ? ` and ${missing.length - shownMax} more` : '';
  throw new Error(
    `The database lacks ${shown}${more}, although its migrations say that they ran: it was changed by hand or restored in part. ` +
      'Restore a whole backup, or name an empty database.',
  );
}
