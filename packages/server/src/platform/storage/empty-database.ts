import { sql } from 'kysely';
import type { Db, Storage, Tx } from './storage.ts';

/** The rows that a new database has, as JSON, by the quoted names of their tables. Tables without rows are not in it. */
export type NewRows = ReadonlyMap<string, string>;

interface UsedTable {
  /** Quoted. */
  readonly name: string;
  readonly pages: number;
  readonly isAnalyzed: boolean;
}

/** A table of more pages takes longer to delete from than to truncate. */
const pagesMax = 16;

/** Reads what the migrations have written into a database that is new. */
export async function readNewRows(db: Db): Promise<NewRows> {
  const rows = new Map<string, string>();
  for (const { name } of await usedTables(db)) {
    const read = await sql<{ rows: string }>`
      select json_agg(row)::text as rows from ${sql.raw(name)} as row having count(*) > 0`.execute(db);
    if (read.rows[0] !== undefined) rows.set(name, read.rows[0].rows);
  }
  return rows;
}

/**
 * Makes a database as new: deletes every row but those of the migrator, and writes the new rows again. It costs by the tables that were
 * used; truncating the hundred others takes longer than most tests.
 */
export async function emptyDatabase(storage: Pick<Storage, 'transaction'>, newRows: NewRows): Promise<void> {
  await storage.transaction(async (tx) => {
    // The rows are restored in no particular order, so foreign keys must not be checked.
    await sql`set local session_replication_role = replica`.execute(tx);
    const used = await usedTables(tx);
    const isLarge = ({ pages, isAnalyzed }: UsedTable) => pages > pagesMax || isAnalyzed;
    const large = used.filter(isLarge).map(({ name }) => name);
    const small = used.filter((table) => !isLarge(table)).map(({ name }) => name);
    const statements = [
      ...(large.length === 0 ? [] : [`truncate ${large.join(', ')} cascade`]),
      ...small.map((name) => `delete from ${name}`),
      ...(await usedSequences(tx)).map((name) => `alter sequence ${name} restart`),
    ];
    if (statements.length > 0) await sql.raw(`do $$ begin ${statements.join('; ')}; end $$`).execute(tx);
    for (const [name, rows] of newRows)
      await sql`insert into ${sql.raw(name)} overriding system value
        select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(tx);
  });
}

/** Finds the tables that have had rows since they were made or truncated. */
async function usedTables(db: Db | Tx): Promise<UsedTable[]> {
  const { rows } = await sql<UsedTable>`
    select format('%I', relname) as name, (pg_relation_size(oid) / 8192)::int as pages, reltuples >= 0 as "isAnalyzed"
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_%'
      and (pg_relation_size(oid) > 0 or reltuples >= 0)`.execute(db);
  return rows;
}

async function usedSequences(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I', sequencename) as name from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db);
  return rows.map(({ name }) => name);
}
