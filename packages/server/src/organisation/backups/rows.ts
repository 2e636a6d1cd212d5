import { sql } from 'kysely';
import type { Db } from '../../platform/storage/storage.ts';
import type { Table } from './catalog.ts';

/** How many characters of rows are held at a time, about. */
const batchCharacters = 1024 * 1024;
const batchRowsMax = 2_000;

/**
 * Yields batches of the rows of a table, each row as the JSON of an array of texts and nulls. Needs a transaction, and
 * `fixFormats` of `snapshot.ts`.
 */
export async function* readRows(db: Db, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`));
  await sql`
    declare backup_rows no scroll cursor for
    select array_to_json(array[${texts}]::text[])::text as line from ${sql.id(name)}`.execute(db);
  let batch = 100;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(batch)} from backup_rows`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    batch = Math.max(1, Math.min(batchRowsMax, Math.floor((rows.length * batchCharacters) / characters)));
  }
  await sql`close backup_rows`.execute(db);
}

/** Collects rows of a table and inserts them in batches. */
export class RowWriter {
  readonly #db: Db;
  readonly #table: Table;
  #lines: string[] = [];
  #characters = 0;

  constructor(db: Db, table: Table) {
    this.#db = db;
    this.#table = table;
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= batchCharacters || this.#lines.length >= batchRowsMax) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const { name, columns } = this.#table;
    const names = sql.join(columns.map((column) => sql.id(column.name)));
    const values = sql.join(columns.map(({ type }, place) => sql.raw(`(r->>${place})::${type}`)));
    const rows = `[${this.#lines.join(',')}]`;
    this.#lines = [];
    this.#characters = 0;
    await sql`
      insert into ${sql.id(name)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${rows}::jsonb) as r`.execute(this.#db);
  }
}
