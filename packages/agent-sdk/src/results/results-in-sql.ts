import { SqlTable, type SqlClient } from '../sql-client.ts';
import type { PendingResult, ResultStore } from './result-store.ts';

const create =
  'CREATE TABLE IF NOT EXISTS parley_results (invocation_id text PRIMARY KEY, pending text NOT NULL, created_at text NOT NULL)';

/**
 * Remembers them in the table `parley_results` of a database, which all processes of an agent may share.
 *
 * @example new Agent({ ...options, results: new ResultsInSql(new pg.Pool()) })
 */
export class ResultsInSql implements ResultStore {
  readonly #table: SqlTable;

  constructor(client: SqlClient) {
    this.#table = new SqlTable(client, create);
  }

  async put(pending: PendingResult): Promise<void> {
    const insert =
      'INSERT INTO parley_results (invocation_id, pending, created_at) VALUES ($1, $2, $3) ON CONFLICT (invocation_id) DO NOTHING';
    await this.#table.query(insert, [pending.invocationId, JSON.stringify(pending), pending.createdAt]);
  }

  async get(invocationId: string): Promise<PendingResult | null> {
    const select = 'SELECT pending FROM parley_results WHERE invocation_id = $1';
    const [row] = await this.#table.query<{ readonly pending: string }>(select, [invocationId]);
    return row ? (JSON.parse(row.pending) as PendingResult) : null;
  }

  async delete(invocationId: string): Promise<void> {
    await this.#table.query('DELETE FROM parley_results WHERE invocation_id = $1', [invocationId]);
  }
}
