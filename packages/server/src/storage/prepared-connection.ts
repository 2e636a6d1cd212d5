import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient, QueryResult as Answer } from 'pg';
import { CommitOutcomeUnknown, TransactionAborted } from './commit-errors.ts';
import { markOutage } from './outage.ts';
import type { StatementNames } from './statement-names.ts';
import { isConnectionLoss, isStalePlan } from './transient.ts';

/**
 * A pool client as the query builder wants it. Statements with parameters go out as named prepared statements, because
 * parsing and planning the large hot statements costs more than running them. A connection that has shown itself unfit
 * is not given back to the pool.
 */
export class PreparedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #begun: Promise<unknown> = Promise.resolve();
  #unfit = false;
  #sent = 0;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#sent += 1;
    try {
      const { command, rowCount, rows } = await this.#send(sql, parameters);
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return { rows: rows as R[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      if (isConnectionLoss(error)) markOutage(error);
      if (isStalePlan(error) || isConnectionLoss(error)) this.#unfit = true;
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('Results are read whole.');
  }

  /** Nobody waits for the answer, so that the first statements leave with it; `commit` looks at what became of it. */
  begin(): void {
    this.#begun = this.#client.query('begin');
    this.#begun.catch(() => undefined);
  }

  /** PostgreSQL answers the commit of a failed transaction with a plain ROLLBACK, which must not pass for success. */
  async commit(): Promise<void> {
    await this.#begun.catch(rethrowMarked);
    const answer = await this.#sendCommit();
    if (answer.command === 'ROLLBACK') throw new TransactionAborted();
  }

  /**
   * Commits together with what `last` gives, without a wait in between. It has to be one statement, if any: of several, one could fail
   * before it is even sent, and the commit would keep the others.
   */
  async commitWith<T>(last: () => Promise<T>): Promise<T> {
    const before = this.#sent;
    const writing = last();
    const given = this.#sent - before;
    if (given > 1) {
      await writing;
      throw new Error(`A commit leaves with one statement, not with ${given}.`);
    }
    // Without one, what `last` comes to may still be a failure.
    if (given === 0) await writing;
    const [begun, written, committed] = await Promise.allSettled([this.#begun, writing, this.#sendCommit()]);
    if (committed.status === 'rejected') throw committed.reason;
    if (begun.status === 'rejected') throw begun.reason;
    if (written.status === 'rejected') throw written.reason;
    if (committed.value.command === 'ROLLBACK') throw new TransactionAborted();
    return written.value;
  }

  /** Runs what gives one statement outside of any transaction. */
  async alone<T>(statement: () => Promise<T>): Promise<T> {
    const before = this.#sent;
    try {
      return await statement();
    } catch (error) {
      throw isConnectionLoss(error) && this.#sent > before ? new CommitOutcomeUnknown(error) : error;
    }
  }

  async #sendCommit(): Promise<Answer> {
    try {
      return await this.#client.query('commit');
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      markOutage(error);
      this.#unfit = true;
      throw new CommitOutcomeUnknown(error);
    }
  }

  /** A rollback that cannot be sent is no news: the server rolls back when the connection goes. The first error is. */
  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
    } catch {
      this.#unfit = true;
    }
  }

  release(): void {
    const unfit = this.#unfit;
    this.#unfit = false;
    this.#client.release(unfit);
  }

  #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    if (parameters.length === 0) return this.#client.query(text);
    const name = this.#names(text);
    const values = parameters as unknown[];
    return name === undefined ? this.#client.query({ text, values }) : this.#client.query({ name, text, values });
  }
}

function rethrowMarked(error: unknown): never {
  if (isConnectionLoss(error)) markOutage(error);
  throw error;
}
