import { SqlTable, type SqlClient } from '../sql-client.ts';
import type { StateStore } from './state-store.ts';

const create =
  'CREATE TABLE IF NOT EXISTS parley_store (scope text NOT NULL, key text NOT NULL, value text NOT NULL, updated_at text NOT NULL, PRIMARY KEY (scope, key))';

/**
 * Keeps values in the table `parley_store` of a database, which all processes of an agent may share.
 *
 * @example new Agent({ ...options, store: new StoreInSql(new pg.Pool()) })
 * @example new Agent({ ...options, store: new StoreInSql(sqliteClient(new DatabaseSync('store.db'))) })
 */
export class StoreInSql implements StateStore {
  readonly #table: SqlTable;

  constructor(client: SqlClient) {
    this.#table = new SqlTable(client, create);
  }

  async get(scope: string, key: string): Promise<string | null> {
    const select = 'SELECT value FROM parley_store WHERE scope = $1 AND key = $2';
    const [row] = await this.#table.query<{ readonly value: string }>(select, [scope, key]);
    return row?.value ?? null;
  }

  async set(scope: string, key: string, json: string): Promise<void> {
    const upsert =
      'INSERT INTO parley_store (scope, key, value, updated_at) VALUES ($1, $2, $3, $4) ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at';
    await this.#table.query(upsert, [scope, key, json, new Date().toISOString()]);
  }

  async delete(scope: string, key: string): Promise<void> {
    await this.#table.query('DELETE FROM parley_store WHERE scope = $1 AND key = $2', [scope, key]);
  }
}
