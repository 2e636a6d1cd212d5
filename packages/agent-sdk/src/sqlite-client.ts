import type { SqlClient } from './sql-client.ts';

/** A database of `node:sqlite` or of `better-sqlite3`. */
export interface SqliteDatabase {
  prepare(text: string): SqliteStatement;
}

interface SqliteStatement {
  /** Only `better-sqlite3` says this, and its `all` then refuses a statement that returns no rows. */
  readonly reader?: boolean;
  all(...values: never[]): unknown[];
  run(...values: never[]): unknown;
}

/**
 * Makes a SQLite database a client for `StoreInSql`, `ResultsInSql` and `SeenInSql`.
 *
 * @example new StoreInSql(sqliteClient(new DatabaseSync('store.db')))
 */
export function sqliteClient(database: SqliteDatabase): SqlClient {
  return {
    query(text, values = []) {
      const inOrder = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => values[Number(number) - 1]) as never[];
      const statement = database.prepare(text.replace(/\$\d+/g, '?'));
      if (statement.reader !== false) return Promise.resolve({ rows: statement.all(...inOrder) });
      statement.run(...inOrder);
      return Promise.resolve({ rows: [] });
    },
  };
}
