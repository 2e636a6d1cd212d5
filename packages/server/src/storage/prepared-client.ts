import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { CommitOutcomeUnknown, TransactionAborted } from './commit-errors.ts';
import type { StatementNames } from './statement-names.ts';
import { isConnectionLoss, isStalePlan } from './transient.ts';

/**
 * A pool client as the query builder wants it. Statements with parameters go out as named prepared statements, because
 * parsing and planning the large hot statements costs more than running them. A connection that has shown itself unfit
 * is not given back to the pool.
 */
export class PreparedClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #unfit = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (text === 'commit') return this.#commit();
    if (text === 'rollback') return this.#rollback();
    try {
      return await this.#send(text, parameters);
    } catch (error) {
      if (isStalePlan(error) || isConnectionLoss(error)) this.#unfit = true;
      throw error;
    }
  }

  release(): void {
    const unfit = this.#unfit;
    this.#unfit = false;
    this.#client.release(unfit);
  }

  #send(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (parameters.length === 0) return this.#client.query(text);
    const name = this.#names(text);
    const values = parameters as unknown[];
    return name === undefined ? this.#client.query({ text, values }) : this.#client.query({ name, text, values });
  }

  /** PostgreSQL answers the commit of a failed transaction with a plain ROLLBACK, which must not pass for success. */
  async #commit(): Promise<QueryResult> {
    let result: QueryResult;
    try {
      result = await this.#client.query('commit');
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      this.#unfit = true;
      throw new CommitOutcomeUnknown(error);
    }
    if (result.command === 'ROLLBACK') throw new TransactionAborted();
    return result;
  }

  /** A rollback that cannot be sent is no news: the server rolls back when the connection goes. The first error is. */
  async #rollback(): Promise<QueryResult> {
    try {
      return await this.#client.query('rollback');
    } catch {
      this.#unfit = true;
      return { command: 'ROLLBACK', rowCount: 0, rows: [], oid: 0, fields: [] };
    }
  }
}

/** The query builder types its client more loosely than the driver; this is the one place where the two meet. */
export function asQueryClient(client: PreparedClient): PostgresPoolClient {
  return client as unknown as PostgresPoolClient;
}
